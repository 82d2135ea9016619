// Where providers differ from the script for the same content, and how: each bridges its own difference and no other.
// docs/parity.md tells them to users; a test holds the two together.

import { type Content, modelId } from './content'
import { hostedDifferences } from './hosted-differences'
import type { Level, Seen } from './observe'
import { type KnownDifference, rewrite } from './rewrite'

function without(unwanted: (part: Seen) => boolean): KnownDifference['bridge'] {
  return (observation) => rewrite(observation, (parts) => parts.filter((part) => !unwanted(part)))
}

const isEmptyText = (part: Seen): boolean => ('text' in part ? part['text'] : part['delta']) === ''

/** Every object in the parts, the inner ones first, changed where the function returns something. */
function eachObject(change: (value: Record<string, unknown>) => object | undefined): KnownDifference['bridge'] {
  return (observation) =>
    rewrite(
      observation,
      (parts) =>
        // What goes through JSON here came from it.
        JSON.parse(JSON.stringify(parts), (_key, value: unknown) =>
          typeof value === 'object' && value !== null && !Array.isArray(value)
            ? (change(value as Record<string, unknown>) ?? value)
            : value,
        ) as readonly Seen[],
    )
}

function withCacheWrites(value: Record<string, unknown>): object | undefined {
  if ('cacheRead' in value && !('cacheWrite' in value)) return { ...value, cacheWrite: 0 }
  return 'cacheReadTokens' in value && !('cacheWriteTokens' in value) ? { ...value, cacheWriteTokens: 0 } : undefined
}

const noCounts = {
  model: {
    inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 0, text: 0, reasoning: 0 },
  },
  sdk: {
    inputTokens: 0,
    inputTokenDetails: { noCacheTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
    outputTokens: 0,
    outputTokenDetails: { textTokens: 0, reasoningTokens: 0 },
    totalTokens: 0,
  },
}

function isUncounted(usage: unknown): boolean {
  return typeof usage === 'object' && usage !== null && !/\d/.test(JSON.stringify(usage))
}

function withCounts(part: Seen, level: Level): Seen {
  const zero = level === 'model' ? noCounts.model : noCounts.sdk
  return {
    ...part,
    ...(isUncounted(part['usage']) ? { usage: zero } : {}),
    ...(isUncounted(part['totalUsage']) ? { totalUsage: zero } : {}),
  }
}

/** What stands before the source goes behind it, where that is still open. */
function closeBeforeSource(parts: readonly Seen[]): readonly Seen[] {
  const source = parts.findIndex(({ type }) => type.startsWith('source'))
  const end = parts.findIndex(({ type }) => type === 'text-end')
  const closing = parts[end]
  if (source === -1 || closing === undefined || end < source) return parts
  return parts.toSpliced(end, 1).toSpliced(source, 0, closing)
}

function dropClosingAfterError(parts: readonly Seen[]): readonly Seen[] {
  const error = parts.findIndex(({ type }) => type === 'error')
  return error === -1 ? parts : parts.filter(({ type }, index) => index < error || type !== 'text-end')
}

function withFinishAfterError(parts: readonly Seen[], level: Level): readonly Seen[] {
  if (level !== 'model' || parts.at(-1)?.type !== 'error') return parts
  return [...parts, { type: 'finish', finishReason: { unified: 'error' }, usage: noCounts.model }]
}

/** A call without input, and the delta with the input that its call has all the same. */
function withInputDelta(parts: readonly Seen[], level: Level): readonly Seen[] {
  return parts.flatMap((part, index) => {
    const before = parts[index - 1]
    const ends = part.type === 'tool-input-end' || part.type === 'tool-input-available'
    if (!ends || before?.type !== 'tool-input-start' || before['providerExecuted'] === true) return [part]
    const id = level === 'ui' ? { toolCallId: part['toolCallId'] } : { id: part['id'] }
    const delta = level === 'ui' ? { inputTextDelta: '{}' } : { delta: '{}' }
    return [{ type: 'tool-input-delta', ...id, ...delta }, part]
  })
}

/** A stream or content in which no text came, though the provider answered. */
function withEmptyText(parts: readonly Seen[], level: Level): readonly Seen[] {
  const said = ['text', 'text-start', 'tool-call', 'tool-input-start', 'error']
  if (parts.some(({ type }) => said.includes(type))) return parts
  const id = 'empty'
  const text =
    level === 'generated'
      ? [{ type: 'text', text: '' }]
      : [
          { type: 'text-start', id },
          { type: 'text-end', id },
        ]
  const at = parts.findIndex(({ type }) => ['finish', 'finish-step', 'end'].includes(type))
  return at === -1 ? parts : parts.toSpliced(at, 0, ...text)
}

/** A text that came whole though the model said it in deltas, as it was said. */
function inItsDeltas({ blocks, output }: Content, parts: readonly Seen[]): readonly Seen[] {
  const text = blocks.find((block) => block.type === 'text')
  if (output === undefined || text?.structured === true) return parts
  const said = text?.deltas ?? []
  return parts.flatMap((part) =>
    part.type === 'text-delta' && part['delta'] === said.join('') ? said.map((delta) => ({ ...part, delta })) : [part],
  )
}

const isOfAnother = (warning: { readonly feature?: string }): boolean => warning.feature !== 'responseFormat'

export const knownDifferences: readonly KnownDifference[] = [
  {
    title: 'No count of tokens written to the cache',
    providers: ['openai', 'google'],
    bridge: eachObject(withCacheWrites),
  },
  {
    title: 'No counts after an error in a stream',
    providers: ['openai', 'anthropic', 'google'],
    bridge: (observation) => rewrite(observation, (parts, level) => parts.map((part) => withCounts(part, level))),
  },
  {
    title: 'No time in the response metadata of a stream',
    providers: ['anthropic', 'google'],
    bridge: (observation) =>
      rewrite(observation, (parts) =>
        parts.map((part) => (part.type === 'response-metadata' ? { ...part, timestamp: 'a time' } : part)),
      ),
  },
  {
    title: 'No model id in the response metadata of a stream',
    providers: ['google'],
    bridge: (observation) =>
      rewrite(observation, (parts) =>
        parts.map((part) => (part.type === 'response-metadata' ? { ...part, modelId } : part)),
      ),
  },
  {
    title: 'A part of its own at the start of a stream',
    providers: ['anthropic'],
    bridge: without(({ type }) => type === 'custom'),
  },
  {
    title: 'An empty delta at the end of reasoning, which carries the signature',
    providers: ['anthropic'],
    bridge: without((part) => part.type === 'reasoning-delta' && isEmptyText(part)),
  },
  {
    title: 'No delta for a tool call without input',
    providers: ['anthropic'],
    bridge: (observation) => rewrite(observation, withInputDelta),
  },
  {
    title: 'Citations on the text that a source supports',
    providers: ['openai', 'anthropic'],
    bridge: eachObject(({ citations, ...value }) => (citations === undefined ? undefined : value)),
  },
  {
    title: 'An empty text is no text at all',
    providers: ['google'],
    bridge: (observation) => rewrite(observation, withEmptyText),
  },
  {
    title: 'A source arrives before the text has ended',
    providers: ['google'],
    bridge: (observation) => rewrite(observation, closeBeforeSource),
  },
  {
    title: 'The text ends after the error that broke it',
    providers: ['google'],
    bridge: (observation) => rewrite(observation, dropClosingAfterError),
  },
  {
    title: 'No finish after an error in a stream',
    providers: ['anthropic'],
    bridge: (observation) => rewrite(observation, withFinishAfterError),
  },
  {
    title: 'A text in place of an object arrives at once',
    providers: ['anthropic'],
    bridge: (observation, content) =>
      rewrite(observation, (parts, level) => (level === 'model' ? inItsDeltas(content, parts) : parts)),
  },
  {
    title: 'A warning that JSON without a schema cannot be asked for',
    providers: ['anthropic'],
    bridge: eachObject(({ warnings, ...part }) =>
      Array.isArray(warnings) ? { ...part, warnings: warnings.filter(isOfAnother) } : undefined,
    ),
  },
  ...hostedDifferences,
]
