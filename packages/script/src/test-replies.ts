/** Any reply of the grammar that is well-formed and fits what is offered, for property tests. */
import { tool } from 'ai'
import fc from 'fast-check'
import { z } from 'zod'
import { anyContent, anyParts, asksApp } from './test-parts.js'
import { apiError, forever, type AnswerModifiers, type FinishReason, type Reply, type Usage } from './index.js'

/** The tools that the replies call. */
export const offered = { show: tool({ inputSchema: z.object({ id: z.string() }), execute: ({ id }) => `saw ${id}` }) }

/** A step at its place in a reply: the ids in it are of that place alone. */
type Placed = (place: number) => object

const text = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('', 'Hello.', '👋🏽'))
const json = fc.jsonValue({ maxDepth: 2 })
const count = fc.nat({ max: 99 })

const finishReason: fc.Arbitrary<FinishReason> = fc.oneof(
  fc.constantFrom('stop', 'length', 'content-filter', 'tool-calls', 'error', 'interrupted', 'other'),
  fc.record({ unified: fc.constantFrom('stop', 'tool-calls'), raw: fc.string() }),
)
const counts = fc.record({ total: count, cacheRead: count, cacheWrite: count }, { requiredKeys: [] })
const usage: fc.Arbitrary<Usage> = fc.record(
  {
    inputTokens: fc.oneof(count, counts),
    outputTokens: fc.oneof(count, fc.record({ total: count, reasoning: count })),
  },
  { requiredKeys: [] },
)
const file = fc.record({ mediaType: fc.constant('image/png'), data: fc.constantFrom('aGk=', new Uint8Array([1, 2])) })
const source = fc.oneof(
  fc.record({ url: fc.webUrl() }),
  fc.record({ title: text, mediaType: fc.constant('text/plain') }),
)
const told = {
  finishReason,
  usage,
  warnings: fc.array(fc.constant({ type: 'other' as const, message: 'slow' }), { maxLength: 2 }),
  providerMetadata: fc.record({ acme: fc.dictionary(fc.constantFrom('a', 'b'), text, { maxKeys: 2 }) }),
}
const added = {
  ...told,
  reasoning: text,
  files: fc.array(file, { maxLength: 2 }),
  sources: fc.array(source, { maxLength: 2 }),
} satisfies { [KEY in keyof AnswerModifiers]: fc.Arbitrary<AnswerModifiers[KEY]> }
const modifiers = fc.record(added, { requiredKeys: [] })

const call = fc.oneof(
  fc.record({ name: fc.constant('show'), input: fc.record({ id: text }) }),
  fc.record({ name: fc.constantFrom('show', 'hide'), input: fc.oneof(json, text), invalid: fc.constant(true) }),
)
const calls = fc.array(call, { minLength: 1, maxLength: 3 })
const chunk = fc.oneof({ arbitrary: text, weight: 3 }, fc.constant(Promise.resolve()))

const anywhere = <STEP extends object>(steps: fc.Arbitrary<STEP>): fc.Arbitrary<Placed> =>
  steps.map((step) => () => step)

const saying: fc.Arbitrary<Placed> = fc.oneof(
  anywhere(fc.tuple(modifiers, text).map(([rest, said]) => ({ ...rest, text: said }))),
  anywhere(fc.tuple(modifiers, fc.array(chunk, { minLength: 1 })).map(([rest, chunks]) => ({ ...rest, chunks }))),
  anywhere(fc.tuple(modifiers, json).map(([rest, output]) => ({ ...rest, output }))),
)

const calling: fc.Arbitrary<Placed> = fc.oneof(
  anywhere(fc.tuple(modifiers, calls).map(([rest, toolCalls]) => ({ ...rest, toolCalls }))),
  anywhere(fc.tuple(modifiers, calls, text).map(([rest, toolCalls, said]) => ({ ...rest, toolCalls, text: said }))),
)

const failing = anywhere(
  fc.oneof(
    fc.constantFrom(503, 429, 400).map((status) => ({ error: apiError({ status }) })),
    text.map((message) => ({ error: new Error(message) })),
  ),
)

/**
 * An error in the middle. None of the provider: within a stream that has another class, and a call that generates may be
 * retried, which a stream that has begun never is.
 */
const breaking = anywhere(
  fc.tuple(modifiers, fc.nat({ max: 4 })).map(([{ finishReason: _, ...rest }, breaksAfter]) => ({
    ...rest,
    text: 'Hello.',
    breaksAfter,
    error: new Error('Broken.'),
  })),
)

const exact: fc.Arbitrary<Placed> = fc.oneof(
  fc.tuple(fc.record(told, { requiredKeys: [] }), anyContent).map(([rest, content]) => (place: number) => ({
    ...rest,
    content: content(place),
  })),
  anyParts.map((parts) => (place: number) => ({ parts: parts(place) })),
)

/** Whether a step may have a `then`: only tool calls and errors go on. */
function goesOn(step: object): boolean {
  if ('toolCalls' in step || 'error' in step) return true
  if ('content' in step) return asksApp(step.content as never[])
  return 'parts' in step && asksApp(step.parts as never[])
}

type Ending = 'as it is' | 'in short' | 'decided' | 'for ever'

/** The last step as it is, or in another of its forms. */
function ended(step: object, ending: Ending): unknown {
  if (ending === 'decided') return () => step
  // Ids of calls may not be repeated.
  if (ending === 'for ever') return 'toolCalls' in step || !goesOn(step) ? forever(step) : step
  const [key, ...others] = Object.keys(step)
  const isShort = ending === 'in short' && others.length === 0 && (key === 'text' || key === 'toolCalls')
  return isShort ? Object.values(step)[0] : step
}

/** A reply of up to four steps. */
export const anyReply: fc.Arbitrary<Reply> = fc
  .record({
    before: fc.array(fc.oneof({ weight: 2, arbitrary: calling }, failing, exact), { maxLength: 3 }),
    last: fc.oneof({ weight: 3, arbitrary: saying }, calling, failing, breaking, exact),
    ending: fc.constantFrom<Ending>('as it is', 'in short', 'decided', 'for ever'),
  })
  .map(({ before, last, ending }) => {
    const steps = before.map((step, place) => step(place)).filter(goesOn)
    // Of the forms of the grammar by its making; what is none is refused when it is scripted.
    return steps.reduceRight<unknown>((then, step) => ({ ...step, then }), ended(last(before.length), ending)) as Reply
  })
