import { describe, expect, test } from 'bun:test'
import { apiError, forever, InvalidStepError, parseReplies, parseReply, scriptedModel } from '../index.js'

const call = { name: 'add', input: {} }

/** The error of a script written without the help of types. */
function refusal(script: unknown): InvalidStepError {
  try {
    scriptedModel(script as never)
  } catch (error) {
    if (error instanceof InvalidStepError) return error
    throw error
  }
  throw new Error('It was taken as a script.')
}

describe('what is not a step', () => {
  test.each([
    ['null', null],
    ['undefined', undefined],
    ['the number 5', 5],
    ['the boolean true', true],
    ['a bigint', 10n],
    ['a symbol', Symbol('x')],
    ['an empty object', {}],
    ['a bare tool call', call],
    ['a Date', new Date()],
    ['an Error', new Error('x')],
    ['a Promise', Promise.resolve('x')],
    ['a Map', new Map()],
    [
      'a class instance',
      new (class Step {
        readonly text = 'a'
      })(),
    ],
    ['an object with the key output (undefined)', { output: undefined }],
    ['an object with the unknown key "outptu"', { outptu: 1 }],
    ['an empty list of tool calls', []],
    ['an empty list of tool calls', { toolCalls: [] }],
    ['a step with both `text` and `output`', { text: 'a', output: 1 }],
    ['a step with both `text` and `error`', { error: new Error('x'), text: 'a' }],
    ['a step with both `error` and `reasoning`', { error: new Error('x'), reasoning: 'a' }],
    ['a step with both `content` and `reasoning`', { content: [], reasoning: 'a' }],
    ['an answer (`text`) with a `then`', { text: 'a', then: 'b' }],
    ['an answer (`output`) with a `then`', { output: 1, then: 'b' }],
    ['an answer (`content` without a tool call) with a `then`', { content: [{ type: 'text', text: '' }], then: 'b' }],
    ['an object with the unknown key "reasonning"', { text: 'a', reasonning: 'b' }],
  ])('is refused when scripted: %s', (found, value) => {
    const error = refusal(['first', value])
    expect(error).toBeInstanceOf(TypeError)
    expect(error).toMatchObject({ code: 'INVALID_STEP', path: 'step 2', found })
    expect(error.message).toContain('step 2')
  })

  test.each([
    ['step 1.text', { text: 5 }],
    ['step 1.toolCalls', { toolCalls: 'add' }],
    ['step 1.text', { toolCalls: [call], text: 5 }],
    ['step 1.toolCalls[0]', ['add']],
    ['step 1.toolCalls[1].name', [call, { input: {} }]],
    ['step 1.toolCalls[0]', [{ ...call, args: {} }]],
    ['step 1.toolCalls[0].id', [{ ...call, id: 5 }]],
    ['step 1.toolCalls[0].invalid', [{ ...call, invalid: 'yes' }]],
    ['step 1.error', { error: 'boom' }],
    ['step 1.content', { content: 'x' }],
    ['step 1.content[0].type', { content: [{ type: 'txt', text: '' }] }],
    ['step 1.content[0].text', { content: [{ type: 'text' }] }],
    ['step 1.finishReason', { text: '', finishReason: 'tool_calls' }],
    ['step 1.finishReason.unified', { text: '', finishReason: { unified: 'done' } }],
    ['step 1.usage.inputTokens', { text: '', usage: { inputTokens: Number.NaN } }],
    ['step 1.usage', { text: '', usage: { promptTokens: 1 } }],
    ['step 1.warnings', { text: '', warnings: ['slow'] }],
    ['step 1.providerMetadata', { text: '', providerMetadata: { acme: 1 } }],
    ['step 1.reasoning', { text: '', reasoning: 1 }],
    ['step 1.then', { toolCalls: [call], then: null }],
    ['step 1.then.then', { toolCalls: [call], then: { error: new Error('x'), then: {} } }],
    ['step 1 (forever)', forever(null)],
    ['step 1 (forever)', forever(forever('x'))],
    ['step 1 (forever)', forever({ toolCalls: [call], then: 'x' })],
  ])('is told by its path: %s', (path, value) => {
    // A step of `forever` takes no `then`, which its own type says too.
    expect(refusal([value]).path).toBe(path)
  })

  test.each([
    ['output', { outptu: 1 }],
    ['toolCalls', { tolCalls: [] }],
    ['finishReason', { text: 'x', finishReson: 'stop' }],
    ['tool-calls', { text: 'x', finishReason: 'tool_calls' }],
    ['input', [{ name: 'x', inputs: {} }]],
  ])('comes with the nearest key: %s', (nearest, value) => {
    expect(refusal([value]).nearest).toBe(nearest)
  })

  test('is told all at once', () => {
    expect(refusal([null, 'fine', 5, { text: 1 }]).problems.map(({ path }) => path)).toEqual([
      'step 1',
      'step 3',
      'step 4.text',
    ])
  })

  test('can be the script itself', () => {
    expect(refusal('Hi.')).toMatchObject({ path: 'The script', found: 'the text "Hi."' })
    expect(refusal({ 0: 'Hi.', length: 1 }).path).toBe('The script')
  })

  test('is a step after one that never ends', () => {
    expect(refusal([forever('x'), 'y']).path).toBe('step 2')
  })

  test('is a tool call id used twice, or repeated for ever', () => {
    expect(refusal([[{ ...call, id: 'a' }], [{ ...call, id: 'a' }]])).toMatchObject({ path: 'step 2' })
    expect(refusal([forever([{ ...call, id: 'a' }])]).path).toBe('step 1')
  })

  test('is a reply that goes on into itself', () => {
    const reply: Record<string, unknown> = { toolCalls: [call] }
    reply['then'] = reply
    expect(refusal([reply])).toMatchObject({ path: 'step 1.then' })
  })
})

describe('a reply', () => {
  test('is flattened in order', () => {
    const reply = parseReply({ error: apiError({ status: 500 }), then: { toolCalls: [call], then: forever('Done.') } })
    expect(reply.steps.map(({ kind }) => kind)).toEqual(['error', 'tool-calls', 'text'])
    expect(reply.endless).toBe(true)
  })

  test('may be ten thousand steps deep', () => {
    let value: unknown = 'Done.'
    for (let depth = 0; depth < 10_000; depth++) value = { toolCalls: [call], then: value }
    expect(parseReply(value).steps).toHaveLength(10_001)
    let broken: unknown = null
    for (let depth = 0; depth < 10_000; depth++) broken = { toolCalls: [call], then: broken }
    expect(refusal([broken]).path).toBe('step 1.then ×10000')
  })

  test('is named by its place in a list of replies', () => {
    expect(() => parseReplies(['a', { toolCalls: [call], then: 5 }])).toThrow('reply 2.then is the number 5')
    expect(() => parseReply(5, 'reply 7')).toThrow('reply 7 is the number 5')
    expect(parseReplies([[{ ...call, id: 'a' }], [{ ...call, id: 'a' }]])).toHaveLength(2)
  })

  test('keeps what was scripted, whatever becomes of the objects', () => {
    const input = { id: 1 }
    const reply = parseReply([{ name: 'add', input }])
    input.id = 2
    expect(JSON.stringify(reply)).toContain('{\\"id\\":1}')
  })

  test.each(['', { text: '' }, { output: null }, { output: false }, { output: 0 }, { output: '' }])(
    'may be falsy: %j',
    (value) => {
      expect(parseReply(value).steps).toHaveLength(1)
    },
  )

  test('takes keys that are undefined as left out', () => {
    expect(parseReply({ text: 'a', output: undefined, then: undefined }).steps[0]?.description).toBe('text "a"')
  })
})
