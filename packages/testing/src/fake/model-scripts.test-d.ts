/** The types of the words for models that are asked by call. */
import type { FakeAi } from '../index.js'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function same<A, B>(_: Equal<A, B>): void {}

export function scripts(ai: FakeAi): void {
  ai.respondEmbeddings([[0.1, 0.2]])
    .respondEmbeddings((value) => [value.length])
    .respondImages(['AQ==', new Uint8Array(1), ['AQ==', 'AQ==']])
    .respondEvaluations([{ category: 'billing', urgent: 0.97 }])
    .respondRerankings([[1, 0], [{ index: 0, relevanceScore: 0.5 }]])
    .respondSpeech(['AQ==', { audio: new Uint8Array(1) }])
    .respondTranscriptions(['Hello.', { text: 'Hello.', language: 'en' }])
    .respondVideos(['AQ==', [{ data: 'AQ==', mediaType: 'video/webm' }]])
    .respondExtractions([{ name: 'Ann', ages: [7] }])
    .respondTranslations(['Hola.', { text: 'Hola.', sourceText: 'Hello.' }])
    .respondImages([{ error: new Error('Down.'), then: 'AQ==' }])

  // @ts-expect-error a vector is a list of numbers
  ai.respondEmbeddings(['a'])
  // @ts-expect-error an image is base64 or bytes
  ai.respondImages([42])
  // @ts-expect-error an evaluation is a set
  ai.respondEvaluations(['billing'])
  // @ts-expect-error a ranking is of places
  ai.respondRerankings([['a']])
  // @ts-expect-error a transcript is a text
  ai.respondTranscriptions([{ language: 'en' }])
  // @ts-expect-error an error is an Error
  ai.respondSpeech([{ error: 'Down.' }])
}

export function records(ai: FakeAi): void {
  same<readonly string[], ReturnType<typeof ai.embedCalls>[number]['values']>(true)
  same<number, ReturnType<typeof ai.imageCalls>[number]['n']>(true)
  same<unknown, ReturnType<typeof ai.videoCalls>[number]['error']>(true)
  ai.assertEmbedded(({ values, provider }) => values.includes('a') && provider === 'main')
  ai.assertEvaluated(({ answers }) => answers !== undefined)
  ai.assertTranslated(({ targetLanguage }) => targetLanguage === 'es')
  ai.assertGeneratedSpeech(({ text, voice }) => text === 'hi' && voice === 'alloy')

  // @ts-expect-error a predicate answers true or false
  ai.assertEmbedded(() => 1)
  // @ts-expect-error no such property
  ai.assertReranked(({ prompt }) => prompt === 'x')
  // @ts-expect-error nothing to say about what never happened
  ai.assertNeverEmbedded(() => true)
}
