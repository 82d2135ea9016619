/** Any exact content, and any exact stream of it, for property tests. Every call in it can be made. */
import fc from 'fast-check'
import type { SdkContent, SdkStreamPart } from './sdk-types.js'

const text = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('', 'Hello.'))

/** Something a model says, with ids that are its own at this place. */
type Said = (place: string) => readonly SdkContent[]
type Call = Extract<SdkContent, { type: 'tool-call' }>

const metadata = fc.option(fc.record({ acme: fc.record({ key: text }) }), { nil: undefined })
const block = fc.record({ type: fc.constantFrom('text', 'reasoning'), text, providerMetadata: metadata })
const source = { type: 'source', sourceType: 'url', id: 's', url: 'https://example.com/a' } as const
const plain = fc.oneof(
  block.map(({ providerMetadata, ...said }): SdkContent => ({
    ...said,
    ...(providerMetadata && { providerMetadata }),
  })),
  fc.constantFrom<SdkContent>(
    { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'aGk=' } },
    { type: 'reasoning-file', mediaType: 'image/png', data: { type: 'data', data: 'aGk=' } },
    source,
    { type: 'text', text: 'See A.', citations: [{ source, citedText: 'A.' }] },
    { type: 'custom', kind: 'acme.mark' },
  ),
)

const asked = (place: string, input: string): Call => ({
  type: 'tool-call',
  toolCallId: `${place}-asked`,
  toolName: 'show',
  input: JSON.stringify({ id: input }),
})

const hosted = (place: string, input: string): SdkContent[] => {
  const named = { toolCallId: `${place}-hosted`, toolName: 'search' }
  return [
    { type: 'tool-call', ...named, input: JSON.stringify({ q: input }), providerExecuted: true, dynamic: true },
    { type: 'tool-result', ...named, result: { found: input }, dynamic: true },
  ]
}

const said: fc.Arbitrary<Said> = fc.oneof(
  { weight: 3, arbitrary: plain.map((part) => () => [part]) },
  text.map((input) => (place: string) => [asked(place, input)]),
  text.map((input) => (place: string) => hosted(place, input)),
)

/** Exact content: what is said at a place in a reply. */
export const anyContent: fc.Arbitrary<(place: number) => SdkContent[]> = fc
  .array(said, { maxLength: 4 })
  .map((all) => (place) => all.flatMap((one, index) => one(`c${place}-${index}`)))

/** Whether the app is asked to run a tool. */
export function asksApp(parts: readonly (SdkContent | SdkStreamPart | PromiseLike<unknown>)[]): boolean {
  return parts.some((part) => 'type' in part && part.type === 'tool-call' && part.providerExecuted !== true)
}

type Streamed = (place: string) => readonly (SdkStreamPart | Promise<unknown>)[]

/** A block in any deltas, which need not end. */
const blockParts: fc.Arbitrary<Streamed> = fc
  .record({ type: fc.constantFrom('text', 'reasoning'), deltas: fc.array(text, { maxLength: 3 }), ends: fc.boolean() })
  .map(({ type, deltas, ends }) => (place) => {
    const id = `${place}-block`
    return [
      { type: `${type}-start`, id },
      ...deltas.map((delta) => ({ type: `${type}-delta` as const, id, delta })),
      ...(ends ? [{ type: `${type}-end` as const, id }] : []),
    ]
  })

/** A call whose input may come before it, or not. */
const callParts: fc.Arbitrary<Streamed> = fc.tuple(text, fc.boolean()).map(([input, inParts]) => (place) => {
  const call = asked(place, input)
  const { toolCallId: id, toolName } = call
  const before: SdkStreamPart[] = [
    { type: 'tool-input-start', id, toolName },
    { type: 'tool-input-delta', id, delta: call.input },
    { type: 'tool-input-end', id },
  ]
  return inParts ? [...before, call] : [call]
})

/** A call that the provider runs. A preliminary result is among the content of the SDK's stream alone, so it has none. */
const hostedParts: fc.Arbitrary<Streamed> = text.map(
  (input) => (place) =>
    // The parts of a call and its result have the same form in a stream.
    hosted(place, input) as SdkStreamPart[],
)

const streamed: fc.Arbitrary<Streamed> = fc.oneof(
  { weight: 3, arbitrary: blockParts },
  callParts,
  hostedParts,
  plain.filter(({ type }) => type !== 'text' && type !== 'reasoning').map((part) => () => [part as SdkStreamPart]),
  fc.constantFrom<Streamed>(
    () => [{ type: 'ping' }],
    () => [Promise.resolve()],
  ),
)

/** Two streams in one: each keeps its order, and which goes on is told by the turns. */
function interleave<PART>(one: readonly PART[], other: readonly PART[], turns: readonly boolean[]): PART[] {
  const [left, right] = [[...one], [...other]]
  const mixed = turns.flatMap((turn) => (turn ? left : right).splice(0, 1))
  return [...mixed, ...left, ...right]
}

const finish = fc.record({
  type: fc.constant('finish' as const),
  finishReason: fc.constantFrom('stop', 'length', 'tool-calls', 'other'),
  usage: fc.record({ inputTokens: fc.nat({ max: 99 }), outputTokens: fc.nat({ max: 99 }) }),
})

const streams = fc.array(streamed, { maxLength: 3 })

/**
 * Exact parts: two streams of what is said at a place in a reply, mixed into one, and its end. Of a stream that is cut off
 * the SDK has no counts, and goes on after an error within: neither is an answer that could be generated.
 */
export const anyParts: fc.Arbitrary<(place: number) => (object | Promise<unknown>)[]> = fc
  .record({
    one: streams,
    other: streams,
    turns: fc.array(fc.boolean(), { maxLength: 12 }),
    end: finish,
  })
  .map(({ one, other, turns, end }) => (place) => {
    const partsOf = (all: readonly Streamed[], side: string) =>
      all.flatMap((each, index) => each(`p${place}-${side}${index}`))
    const mixed = interleave(partsOf(one, 'l'), partsOf(other, 'r'), turns)
    return [{ type: 'stream-start', warnings: [] }, ...mixed, end]
  })
