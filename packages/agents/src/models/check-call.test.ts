import { describe, expect, test } from 'bun:test'
import { scriptedEmbeddings } from '@understudy/script'
import { CallOptionsError, defineAi, type Ai, type CallName } from '../index.js'
import { rejection, thrown } from '../test-desk.js'

function createAi(): { ai: Ai; made: string[] } {
  const made: string[] = []
  const ai = defineAi({
    default: 'main',
    providers: { main: { embeddingModel: () => (made.push('embeddingModel'), scriptedEmbeddings(() => [1])) } },
  })
  return { ai, made }
}

const needs: Readonly<Record<CallName, string>> = {
  embed: 'value',
  embedMany: 'values',
  image: 'prompt',
  video: 'prompt',
  evaluate: 'state, questions',
  extract: 'state, fields',
  rerank: 'documents, query',
  speech: 'text',
  streamSpeech: 'text',
  transcribe: 'audio',
  streamTranscribe: 'audio, inputAudioFormat',
  translate: 'audio, inputAudioFormat, targetLanguage',
}
const streaming = new Set(['streamSpeech', 'streamTranscribe', 'translate'])

/** What a call throws, or rejects with when it returns a promise. */
async function refusal(ai: Ai, call: CallName, options: unknown): Promise<CallOptionsError> {
  // The types forbid what is refused here.
  const calls = ai as unknown as Readonly<Record<CallName, (options: unknown) => unknown>>
  const run = (): unknown => calls[call](options)
  const error = streaming.has(call) ? thrown(run) : await rejection(run() as Promise<unknown>)
  expect(error).toBeInstanceOf(CallOptionsError)
  expect(error).toMatchObject({ code: 'CALL_OPTIONS', call })
  return error as CallOptionsError
}

describe('a call of the binding', () => {
  test.each(Object.entries(needs) as [CallName, string][])('%s() needs options, and %s', async (call, needed) => {
    const { ai } = createAi()
    for (const [given, words] of [
      [undefined, 'undefined'],
      [null, 'null'],
      ['x', 'a string'],
      [[], 'a list'],
    ] as const) {
      const { problems } = await refusal(ai, call, given)
      expect(problems).toEqual([
        `The options are ${words}, and must be an object. Write \`ai.${call}({ ${needed} })\`.`,
      ])
    }
    const names = needed.split(', ')
    expect((await refusal(ai, call, {})).problems).toEqual(
      names.map((name) => `It needs \`${name}\`. Write \`ai.${call}({ ${needed} })\`.`),
    )
  })

  test.each([
    ['a misspelt value', { valeu: 'x' }, ['It needs `value`, and was given `valeu`.']],
    ['a provider that is no name', { value: 'x', provider: 5 }, ['`provider` is a number, and must be the name']],
    ['a misspelt provider', { value: 'x', provder: 'main' }, ['It has no option `provder`. Write `provider`.']],
    ['a model', { value: 'x', model: 'openai/x' }, ["It takes no `model`: every model is the binding's."]],
    [
      'all of them',
      { provider: null, Provider: 'x', model: 'y' },
      ['`value`', '`provider` is null', '`Provider`', '`model`'],
    ],
  ])('with %s is refused, and no model is made', async (_, options, says) => {
    const { ai, made } = createAi()
    const { problems } = await refusal(ai, 'embed', options)
    expect(problems).toHaveLength(says.length)
    for (const each of says) expect(problems.join('\n')).toContain(each)
    expect(made).toEqual([])
  })

  test("passes on every other option, which is the SDK's to judge", async () => {
    const { ai } = createAi()
    const options = { value: 'x', provider: undefined, model: undefined, providerOptions: {}, ofTheFuture: 1 }
    expect((await ai.embed(options as never)).embedding).toEqual([1])
  })
})
