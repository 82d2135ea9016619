/** What compiles as a script and what does not. Checked by `tsc`; nothing here runs. */
import { apiError, forever, type Reply, type Step, scriptedModel, type ToolCall } from '../index.js'

interface Tools {
  tickets_show: { id: string }
  tickets_index: { status?: 'open' | 'closed' }
}
type Digest = { summary: string }
type Typed = Reply<Tools, Digest>
type TextOnly = Reply<Tools, never>

export const good: Typed[] = [
  'text',
  '',
  { text: 'a', reasoning: 'b', finishReason: 'length', usage: { inputTokens: 1 } },
  { text: 'a', finishReason: { unified: 'other', raw: 'pause' }, warnings: [{ type: 'other', message: 'b' }] },
  { output: { summary: 'a' } },
  [{ name: 'tickets_show', input: { id: '1' } }],
  [{ name: 'tickets_index' }, { name: 'tickets_index', input: { status: 'open' }, id: 'a' }],
  [{ name: 'ticket_show', input: 'broken', invalid: true }],
  { toolCalls: [{ name: 'tickets_show', input: { id: '1' } }], text: 'a', then: { output: { summary: 'a' } } },
  { error: new Error('a'), then: { error: apiError({ status: 429 }), then: 'a' } },
  { content: [{ type: 'text', text: 'a' }], finishReason: 'stop' },
  { text: 'a', sources: [{ url: 'https://example.com' }, { title: 'a', mediaType: 'text/plain' }], delayMs: 5 },
  { output: { summary: 'a' }, files: [{ mediaType: 'image/png', data: new Uint8Array() }] },
  { parts: [{ type: 'text-start', id: '1' }, Promise.resolve(), { type: 'finish', finishReason: 'stop' }], delayMs: 5 },
  { parts: [{ type: 'error', error: 'a' }], then: 'b' },
  {
    content: [
      { type: 'tool-call', toolCallId: 'a', toolName: 'search', input: '{}', providerExecuted: true },
      { type: 'tool-result', toolCallId: 'a', toolName: 'search', result: [] },
    ],
  },
  () => 'a',
  async (request) => ({ text: request.mode }),
  ({ tools }) => [{ name: tools[0]?.name ?? 'none', input: {} }],
  forever('a'),
  forever([{ name: 'tickets_show', input: { id: '1' } }]),
  { toolCalls: [{ name: 'tickets_index' }], then: forever({ output: { summary: 'a' } }) },
]

export const bad: Typed[] = [
  // @ts-expect-error a tool that does not exist
  [{ name: 'ticket_show', input: { id: '1' } }],
  // @ts-expect-error another tool's input
  [{ name: 'tickets_show', input: { status: 'open' } }],
  // @ts-expect-error input that is required
  [{ name: 'tickets_show' }],
  // @ts-expect-error an unknown key of a call
  [{ name: 'tickets_show', input: { id: '1' }, args: {} }],
  // @ts-expect-error another output
  { output: { summary: 5 } },
  // @ts-expect-error an unknown key
  { outptu: { summary: 'a' } },
  // @ts-expect-error two answers
  { text: 'a', output: { summary: 'a' } },
  // @ts-expect-error an answer that goes on
  { text: 'a', then: 'b' },
  // @ts-expect-error an output that goes on
  { output: { summary: 'a' }, then: 'b' },
  // @ts-expect-error a bad step further on
  { toolCalls: [{ name: 'tickets_index' }], then: { output: 5 } },
  // @ts-expect-error an error that is none
  { error: 'a' },
  // @ts-expect-error an error with an answer's modifier
  { error: new Error('a'), reasoning: 'b' },
  // @ts-expect-error a failure that is held back like an answer
  { error: new Error('a'), delayMs: 5 },
  // @ts-expect-error a source that is none
  { text: 'a', sources: ['https://example.com'] },
  // @ts-expect-error a document without its media type
  { text: 'a', sources: [{ title: 'a' }] },
  // @ts-expect-error a file without its data
  { text: 'a', files: [{ mediaType: 'image/png' }] },
  // @ts-expect-error sources beside the exact result that has them
  { content: [], sources: [{ url: 'https://example.com' }] },
  // @ts-expect-error token counts beside the exact parts that have them
  { parts: [], usage: { inputTokens: 1 } },
  // @ts-expect-error two exact answers
  { parts: [], content: [] },
  // @ts-expect-error a part of a result in a stream
  { parts: [{ type: 'text', text: 'a' }] },
  // @ts-expect-error a finish reason that does not exist
  { text: 'a', finishReason: 'tool_calls' },
  // @ts-expect-error a bare tool call
  { name: 'tickets_show', input: { id: '1' } },
  // @ts-expect-error no step
  null,
  // @ts-expect-error no step
  5,
  // @ts-expect-error a tool that does not exist, for ever
  forever([{ name: 'ticket_show', input: {} }]),
  // @ts-expect-error another output, for ever
  forever({ output: 5 }),
  // @ts-expect-error a function that returns no step
  () => 5,
]

export const textOnly: TextOnly[] = [
  'a',
  [{ name: 'tickets_index' }],
  // @ts-expect-error an output where there is none
  { output: { summary: 'a' } },
  // @ts-expect-error an output where there is none, further on
  { toolCalls: [{ name: 'tickets_index' }], then: { output: 1 } },
  // @ts-expect-error an output where there is none, for ever
  forever({ output: 1 }),
]

export const loose: Step[] = [
  'a',
  { output: null },
  [{ name: 'anything', input: { at: 'all' } }],
  [{ name: 'anything' }],
]

export const call: ToolCall<Tools> = { name: 'tickets_show', input: { id: '1' } }
// @ts-expect-error only a call marked invalid may have any name
export const badCall: ToolCall<Tools> = { name: 'x', input: { id: '1' }, invalid: false }

export const model = scriptedModel([
  [{ name: 'add', input: { a: 1 } }],
  { toolCalls: [{ name: 'add' }], then: 'a' },
  forever('b'),
])
// @ts-expect-error a script is a list
scriptedModel('a')
// @ts-expect-error an unknown option
scriptedModel([], { label: 'a' })
