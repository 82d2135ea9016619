import { describe, expect, test } from 'bun:test'
import { scriptedModel } from '@understudy/script'
import { CallOptionsError, ConversationError, defineAi, type BoundAgent, type Conversation } from './index.js'
import { createApp } from '@understudy/app'
import { Agent } from './agent.js'
import { principal, rejection, thrown } from './test-desk.js'

class Helper extends Agent {
  prepareCall(options: object) {
    prepared.push('call')
    return options as never
  }
}
const prepared: string[] = []

type Bound = BoundAgent<Helper>

/** A bound agent, with everything that a prompt could touch. */
function createBound() {
  const touched: string[] = []
  const model = scriptedModel(['Hello.'])
  const conversations = {
    async find(id: string): Promise<Conversation | undefined> {
      touched.push(`find ${id}`)
      return undefined
    },
    create: async () => void touched.push('create'),
    append: async () => void touched.push('append'),
  }
  const main = { model: () => (touched.push('made'), model) }
  const ai = defineAi({ default: 'main', providers: { main }, conversations })
  const bound = createApp({ bindings: { ai } }).make('ai').agent(Helper).as(principal)
  return { bound, model, touched }
}

describe('a prompt', () => {
  const cases: [string, unknown, unknown, string[]][] = [
    ['no text', 5, undefined, ["The prompt is a number, and must be a string. Write `CALL('…')`."]],
    ['no options', 'x', null, ['The options are null, and must be an object']],
    ['a text for options', 'x', 'opt', ['The options are a string, and must be an object']],
    ['a list for options', 'x', [], ['The options are a list, and must be an object']],
    ['a misspelt option', 'x', { conversaton: true }, ['CALL() has no option "conversaton". Write `conversation`.']],
    ['an unknown option', 'x', { zzz: 1 }, ['no option "zzz". Leave it out; there are provider, signal, ']],
    ['an inherited one', 'x', Object.create({ abortSignal: 1 }), ['CALL() has no option "abortSignal"']],
    [
      'a controller',
      'x',
      { signal: new AbortController() },
      ['`signal` is a controller, and must be an AbortSignal. Write `{ signal: controller.signal }`.'],
    ],
    ['a signal that is none', 'x', { signal: true }, ['`signal` is a boolean, and must be an AbortSignal']],
    ['a provider that is no name', 'x', { provider: 5 }, ['`provider` is a number, and must be the name']],
    ['attachments that are no list', 'x', { attachments: 'file' }, ['`attachments` is a string']],
    ['an attachment that is none', 'x', { attachments: [null] }, ['`attachments` is a list with what is no file']],
    [
      'an attachment of no type',
      'x',
      { attachments: [{ data: 'x' }] },
      ['`attachments` is a list with what is no file'],
    ],
    [
      'all at once',
      5,
      { provider: 5, conversaton: 1, signal: 1 },
      ['The prompt is', '"conversaton"', '`provider` is', '`signal` is'],
    ],
  ]
  for (const call of ['prompt', 'stream'] as const) {
    test.each(cases)(`with %s is refused by ${call}(), and nothing runs`, async (_, input, options, says) => {
      const { bound, model, touched } = createBound()
      prepared.length = 0
      const error = (await rejection(bound[call](input as never, options as never))) as CallOptionsError
      expect(error).toBeInstanceOf(CallOptionsError)
      expect(error).toBeInstanceOf(TypeError)
      expect(error).toMatchObject({ code: 'CALL_OPTIONS', call })
      expect(error.problems).toEqual(says.map((each) => expect.stringContaining(each.replaceAll('CALL', call))))
      expect([...touched, ...prepared, ...model.calls]).toEqual([])
      expect(model.remaining).toBe(1)
    })
  }

  test('may leave its options undefined, one and all', async () => {
    const { bound } = createBound()
    const nothing = { provider: undefined, signal: undefined, conversation: undefined, attachments: undefined }
    expect((await bound.prompt('x', nothing as never)).text).toBe('Hello.')
  })

  test.each([undefined, true, false])('of an agent that goes on with %p is refused, and nothing is looked up', (id) => {
    const { bound, touched } = createBound()
    const error = thrown(() => bound.continue(id as never)) as CallOptionsError
    expect(error).toBeInstanceOf(CallOptionsError)
    expect(error).toMatchObject({ call: 'continue', code: 'CALL_OPTIONS' })
    expect(error.message).toContain(`The id of the conversation is ${id === undefined ? 'undefined' : 'a boolean'}.`)
    expect(touched).toEqual([])
  })

  test.each([null, 5, { id: 'x' }, ['x'], () => 'x', 5n].map((id) => ({ id })))(
    'with what is no id of a conversation answers as one that never was, and nothing is looked up (%#)',
    async ({ id }) => {
      for (const ask of [
        (bound: Bound) => bound.prompt('x', { conversation: id as never }),
        (bound: Bound) => bound.stream('x', { conversation: id as never }),
        (bound: Bound) => bound.continue(id as never).prompt('x'),
      ]) {
        const { bound, model, touched } = createBound()
        const error = (await rejection(ask(bound))) as ConversationError
        expect(error).toBeInstanceOf(ConversationError)
        expect(error).toMatchObject({ reason: 'unknown', conversationId: undefined })
        expect(error.message).toMatch(
          /^Agent "Helper" was asked to go on with .*, and the id of a conversation is a string/,
        )
        expect(error.getResponse().status).toBe(404)
        expect([...touched, ...model.calls]).toEqual([])
      }
    },
  )
})
