import { expect, test } from 'bun:test'
import { NoObjectGeneratedError, TypeValidationError } from 'ai'
import { RefusedOutputError } from '../index.js'

/** What the SDK throws of an output that a parser refused for that reason. */
function refusal(text: string, reason: unknown): NoObjectGeneratedError {
  const cause = new TypeValidationError({ value: text, cause: reason })
  const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 } as never
  return new NoObjectGeneratedError({ text, cause, usage, response: {} as never, finishReason: 'stop' })
}

test('says on one line what was scripted, and what the schema said of it and where', () => {
  const issues = [
    { message: 'must be even', path: ['n'] },
    { message: 'is taken', path: ['items', 0, { key: 'id' }] },
    { message: 'must be whole' },
  ]
  const cause = refusal('{"n":3}', Object.assign(new Error('[\n  many lines\n]'), { issues }))
  const error = new RefusedOutputError('counter', cause)
  expect(error).toMatchObject({ code: 'REFUSED_OUTPUT', agent: 'counter', output: '{"n":3}', cause })
  expect(error.message).toBe(
    'Agent "counter" refused its scripted output {"n":3}: must be even (at n); is taken (at items.0.id); must be whole. ' +
      'Script one that fits its schema: `{ output: … }`.',
  )
})

test('says what a parser threw that knows no issues, without what would steer a terminal', () => {
  const error = new RefusedOutputError('counter', refusal('{"n":"\u001b[2J"}', new Error('No,\nnever \u009b.')))
  expect(error.message).toStartWith(
    'Agent "counter" refused its scripted output {"n":"\\u001b[2J"}: No, never \\u009b. Script',
  )
})

test('cuts a long output', () => {
  const error = new RefusedOutputError('counter', refusal('x'.repeat(5_000), new Error('Too long.')))
  expect(error.message.length).toBeLessThan(500)
  expect(error.output).toHaveLength(5_000)
})
