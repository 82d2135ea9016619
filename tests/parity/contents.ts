// What models say, told twice: in a form that each provider's wire format can carry, and as a script. Knows no wire format.

import { apiError, type Reply } from '@understudy/script'

/** One block of an answer. A text arrives in its deltas. */
export type Block =
  | { readonly type: 'reasoning'; readonly deltas: readonly string[] }
  | { readonly type: 'text'; readonly deltas: readonly string[]; readonly cites?: Page }
  | { readonly type: 'call'; readonly name: string; readonly input: object }
  | { readonly type: 'file'; readonly mediaType: string; readonly data: string }

/** A page that a text rests on. */
export interface Page {
  readonly url: string
  readonly title: string
}

/** How many tokens were counted; those that were cached and those of reasoning are among the others. */
export interface Counts {
  readonly input: number
  readonly cached: number
  readonly output: number
  readonly reasoning: number
}

export const providerNames = ['openai', 'anthropic', 'google'] as const
export type ProviderName = (typeof providerNames)[number]

/** One answer of a model. */
export interface Content {
  readonly blocks: readonly Block[]
  readonly stop: 'stop' | 'length' | 'content-filter' | 'tool-calls'
  readonly counts: Counts
  /** Where the provider fails instead of stopping: before it answers, or after its blocks. */
  readonly fails?: 'before' | 'after'
  /** The providers that can say it. */
  readonly providers: readonly ProviderName[]
  readonly reply: Reply
}

export const modelId = 'wire-1'
export const failure = { status: 503, message: 'Overloaded.' }
const page: Page = { url: 'https://example.com/a', title: 'A' }

const counts: Counts = { input: 12, cached: 0, output: 5, reasoning: 0 }
const usage = { inputTokens: 12, outputTokens: 5 }
const text = (...deltas: string[]): Block => ({ type: 'text', deltas })
const weather: Block = { type: 'call', name: 'weather', input: { city: 'Oslo' } }
const time: Block = { type: 'call', name: 'time', input: { zone: 'CET' } }
const weatherCall = { name: 'weather', input: { city: 'Oslo' } }
const timeCall = { name: 'time', input: { zone: 'CET' } }

function content(blocks: readonly Block[], reply: Reply, rest: Partial<Content> = {}): Content {
  return { blocks, reply, stop: 'stop', counts, providers: providerNames, ...rest }
}

export const contents = {
  'a text': content([text('Hello.')], { text: 'Hello.', usage }),
  'a text in chunks': content([text('Hel', 'lo', '.')], { chunks: ['Hel', 'lo', '.'], usage }),
  'an empty text': content([text()], { text: '', usage }),
  'nothing at all': content([], { content: [], usage }),
  'reasoning, then a text': content(
    [{ type: 'reasoning', deltas: ['Greet.'] }, text('Hello.')],
    { text: 'Hello.', reasoning: 'Greet.', usage: { ...usage, outputTokens: { total: 5, reasoning: 2 } } },
    { counts: { ...counts, reasoning: 2 } },
  ),
  'one tool call': content([weather], { toolCalls: [weatherCall], usage }, { stop: 'tool-calls' }),
  'a tool call without input': content(
    [{ type: 'call', name: 'ping', input: {} }],
    { toolCalls: [{ name: 'ping' }], usage },
    { stop: 'tool-calls' },
  ),
  'two tool calls at once': content(
    [weather, time],
    { toolCalls: [weatherCall, timeCall], usage },
    { stop: 'tool-calls' },
  ),
  'a text beside a tool call': content(
    [text('I look.'), weather],
    { text: 'I look.', toolCalls: [weatherCall], usage },
    { stop: 'tool-calls' },
  ),
  'reasoning beside a tool call': content(
    [{ type: 'reasoning', deltas: ['Look.'] }, weather],
    { reasoning: 'Look.', toolCalls: [weatherCall], usage: { ...usage, outputTokens: { total: 5, reasoning: 2 } } },
    { stop: 'tool-calls', counts: { ...counts, reasoning: 2 } },
  ),
  'a text that is cut at its length': content(
    [text('Hello, I')],
    { text: 'Hello, I', finishReason: 'length', usage },
    { stop: 'length' },
  ),
  'a text that is filtered': content(
    [text('Hello, I')],
    { text: 'Hello, I', finishReason: 'content-filter', usage },
    { stop: 'content-filter' },
  ),
  'cached tokens': content(
    [text('Hello.')],
    { text: 'Hello.', usage: { inputTokens: { total: 12, cacheRead: 8 }, outputTokens: 5 } },
    { counts: { ...counts, cached: 8 } },
  ),
  'a text with a source': content([{ type: 'text', deltas: ['See A.'], cites: page }], {
    text: 'See A.',
    sources: [page],
    usage,
  }),
  'a file': content(
    [text('A dot:'), { type: 'file', mediaType: 'image/png', data: 'aGk=' }],
    { text: 'A dot:', files: [{ mediaType: 'image/png', data: 'aGk=' }], usage },
    { providers: ['google'] },
  ),
  'an error before the answer': content([], { error: apiError(failure) }, { fails: 'before' }),
  'an error in the middle of a text': content(
    [text('Hel')],
    { text: 'Hello.', breaksAfter: 3, error: apiError(failure) },
    { fails: 'after' },
  ),
} as const satisfies Record<string, Content>

export type ContentName = keyof typeof contents
