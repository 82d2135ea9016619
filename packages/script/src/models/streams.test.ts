import { describe, expect, test } from 'bun:test'
import {
  experimental_streamSpeech,
  experimental_streamTranscribe,
  experimental_streamTranslate,
  generateSpeech,
  transcribe,
} from 'ai'
import { AnswersExhaustedError, scriptedSpeech, scriptedTranscriptions, scriptedTranslations } from '../index.js'
import { itemsOf, rejection, streamOf } from '../test-models.js'

const pcm = { type: 'audio/pcm', rate: 16_000 }
const bytes = Uint8Array.of(1, 2, 3)

describe('scripted speech', () => {
  test('is one script for whole audio and for streams', async () => {
    const model = scriptedSpeech([bytes, { audio: 'AQID', audioFormat: { type: 'audio/wav' } }])
    expect((await generateSpeech({ model, text: 'Hello.', voice: 'ada' })).audio.uint8Array).toEqual(bytes)
    const { fullStream } = experimental_streamSpeech({
      model,
      text: ['Good', { type: 'text', text: 'bye.', voice: 'bo' }],
    })
    expect(await itemsOf(fullStream)).toEqual([{ type: 'audio', audio: bytes, audioFormat: { type: 'audio/wav' } }])
    expect(model.calls).toMatchObject([
      { mode: 'generate', text: 'Hello.', voice: 'ada' },
      { mode: 'stream', text: 'Goodbye.', textParts: [{ text: 'Good' }, { text: 'bye.', voice: 'bo' }] },
    ])
  })

  test('is in the format that is asked for, unless it has its own', async () => {
    const model = scriptedSpeech([bytes])
    const { fullStream } = experimental_streamSpeech({ model, text: 'a', outputFormat: pcm })
    expect(await itemsOf(fullStream)).toMatchObject([{ audioFormat: pcm }])
  })

  test('ends a stream with numbers for its usage', async () => {
    const { usage } = experimental_streamSpeech({ model: scriptedSpeech([bytes]), text: 'a' })
    expect(await usage).toEqual({ inputCharacters: 0, inputTokens: 0, outputTokens: 0 })
  })

  test('fails a stream past its end', async () => {
    const { usage } = experimental_streamSpeech({ model: scriptedSpeech([]), text: 'a' })
    expect(await rejection(usage)).toBeInstanceOf(AnswersExhaustedError)
  })
})

const segments = [
  { text: 'Good', startSecond: 0, endSecond: 1 },
  { text: 'bye.', startSecond: 1, endSecond: 2 },
]

describe('a scripted transcript', () => {
  test('is one script for whole audio, URLs and streams', async () => {
    const model = scriptedTranscriptions(['Hello.', 'From afar.', { text: 'Goodbye.', segments, language: 'en' }])
    expect((await transcribe({ model, audio: bytes })).text).toBe('Hello.')
    expect((await transcribe({ model, audio: new URL('https://audio.invalid/a.mp3') })).text).toBe('From afar.')
    const stream = experimental_streamTranscribe({
      model,
      audio: streamOf<Uint8Array | string>(bytes, 'AQID'),
      inputAudioFormat: pcm,
    })
    expect(await stream.text).toBe('Goodbye.')
    expect(await stream.segments).toEqual(segments)
    expect(await stream.language).toBe('en')
    expect(model.calls).toMatchObject([
      { mode: 'generate', audio: bytes, mediaType: 'audio/wav' },
      { mode: 'generate', audio: new URL('https://audio.invalid/a.mp3') },
      { mode: 'stream', audio: [bytes, 'AQID'], inputAudioFormat: pcm },
    ])
  })

  test('says all that a transcript says', async () => {
    const transcript = { text: 'Goodbye.', segments, words: segments, language: 'en', durationInSeconds: 2 }
    expect(await transcribe({ model: scriptedTranscriptions([transcript]), audio: bytes })).toMatchObject(transcript)
  })

  test('streams each segment as it comes and as it is final', async () => {
    const model = scriptedTranscriptions([{ text: 'Goodbye.', segments }, 'One.'])
    const stream = (): ReturnType<typeof experimental_streamTranscribe> =>
      experimental_streamTranscribe({ model, audio: streamOf(bytes), inputAudioFormat: pcm })
    expect(await itemsOf(stream().fullStream)).toEqual([
      { type: 'transcript-delta', id: '1', delta: 'Good' },
      { type: 'transcript-final', id: '1', text: 'Good', startSecond: 0, endSecond: 1 },
      { type: 'transcript-delta', id: '2', delta: 'bye.' },
      { type: 'transcript-final', id: '2', text: 'bye.', startSecond: 1, endSecond: 2 },
    ])
    expect(await itemsOf(stream().fullStream)).toEqual([
      { type: 'transcript-delta', id: '1', delta: 'One.' },
      { type: 'transcript-final', id: '1', text: 'One.' },
    ])
  })

  test('comes while the audio goes on, and ends after it', async () => {
    const model = scriptedTranscriptions(['Stop.'])
    const microphone = new TransformStream<Uint8Array, Uint8Array>()
    const writer = microphone.writable.getWriter()
    const stream = experimental_streamTranscribe({ model, audio: microphone.readable, inputAudioFormat: pcm })
    let ended = false
    for await (const part of stream.fullStream) {
      expect(ended).toBe(false)
      if (part.type !== 'transcript-final') continue
      await writer.write(bytes)
      await writer.close()
      ended = true
    }
    expect(ended).toBe(true)
    expect(model.calls[0]?.audio).toEqual([bytes])
  })

  test('lets go of the audio when its reader has heard enough', async () => {
    let cancelled: unknown
    const audio = new ReadableStream<Uint8Array>({ cancel: (reason) => void (cancelled = reason) })
    const model = scriptedTranscriptions(['Stop.'])
    const reader = experimental_streamTranscribe({ model, audio, inputAudioFormat: pcm }).fullStream.getReader()
    await reader.read()
    const reason = new Error('Heard enough.')
    await reader.cancel(reason).catch(() => {})
    expect(cancelled).toBe(reason)
  })

  test('fails with the reason of an abort while it waits for audio', async () => {
    const controller = new AbortController()
    const stream = experimental_streamTranscribe({
      model: scriptedTranscriptions(['Stop.']),
      audio: new ReadableStream<Uint8Array>(),
      inputAudioFormat: pcm,
      abortSignal: controller.signal,
    })
    const reader = stream.fullStream.getReader()
    await reader.read()
    await reader.read()
    const reason = new Error('gone')
    controller.abort(reason)
    expect(await rejection(reader.read())).toBe(reason)
  })
})

describe('a scripted translation', () => {
  test('streams what was said, the text and the audio of its translation', async () => {
    const model = scriptedTranslations([{ sourceText: 'Hi.', text: 'Hola.', audio: bytes, durationInSeconds: 1 }])
    const stream = experimental_streamTranslate({
      model,
      audio: streamOf(bytes),
      inputAudioFormat: pcm,
      targetLanguage: 'es',
    })
    expect(await itemsOf(stream.fullStream)).toEqual([
      { type: 'source-transcript-delta', id: '1', delta: 'Hi.' },
      { type: 'source-transcript-final', id: '1', text: 'Hi.' },
      { type: 'output-text-delta', id: '1', delta: 'Hola.' },
      { type: 'audio', id: '1', audio: bytes },
      { type: 'output-text-final', id: '1', text: 'Hola.' },
    ])
    expect([await stream.sourceText, await stream.translationText, await stream.durationInSeconds]).toEqual([
      'Hi.',
      'Hola.',
      1,
    ])
    expect(model.calls).toMatchObject([{ targetLanguage: 'es', audio: [bytes], inputAudioFormat: pcm }])
  })

  test('may be audio alone', async () => {
    const model = scriptedTranslations([{ audio: 'AQID' }])
    const options = { model, audio: streamOf(bytes), inputAudioFormat: pcm, targetLanguage: 'es' }
    expect(await itemsOf(experimental_streamTranslate(options).fullStream)).toEqual([
      { type: 'audio', id: '1', audio: 'AQID' },
    ])
  })

  test('lets the app go on where the script fails', async () => {
    const { translationText } = experimental_streamTranslate({
      model: scriptedTranslations([]),
      audio: streamOf(bytes),
      inputAudioFormat: pcm,
      targetLanguage: 'es',
    })
    expect(await rejection(translationText)).toMatchObject({
      code: 'ANSWERS_EXHAUSTED',
      asked: 'for a translation into "es"',
    })
  })
})
