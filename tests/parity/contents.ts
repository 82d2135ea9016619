// What models say. Structured outputs and tools that providers run have tables of their own.

import { apiError } from '@understudy/script'
import { type Block, type Content, content, counts, failure, page, usage } from './content'
import { hostedContents } from './hosted-contents'
import { outputContents } from './output-contents'

const text = (...deltas: string[]): Block => ({ type: 'text', deltas })
const weather: Block = { type: 'call', name: 'weather', input: { city: 'Oslo' } }
const time: Block = { type: 'call', name: 'time', input: { zone: 'CET' } }
const weatherCall = { name: 'weather', input: { city: 'Oslo' } }
const timeCall = { name: 'time', input: { zone: 'CET' } }

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
  ...outputContents,
  ...hostedContents,
} as const satisfies Record<string, Content>

export type ContentName = keyof typeof contents
