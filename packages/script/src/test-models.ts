/** What this package's tests hold a script against: the SDK's bare mock, and how they read a failure. */
import type { FinishReason } from 'ai'
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
}

/** The SDK's mock without a script around it: it answers with one text, in both modes. */
export function bareTextModel(text: string, unified: Extract<FinishReason, string>): MockLanguageModelV4 {
  const finishReason = { unified, raw: undefined }
  return new MockLanguageModelV4({
    doGenerate: { content: [{ type: 'text', text }], finishReason, usage, warnings: [] },
    doStream: {
      stream: convertArrayToReadableStream([
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: text },
        { type: 'text-end', id: '1' },
        { type: 'finish', finishReason, usage },
      ]),
    },
  })
}

/** The SDK's mock without a script around it: it calls one tool with an input as the provider sends it, then ends. */
export function bareToolCallModel(toolName: string, input: string): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: [
      {
        content: [{ type: 'tool-call', toolCallId: 'call-1', toolName, input }],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      },
      {
        content: [{ type: 'text', text: 'Done.' }],
        finishReason: { unified: 'stop', raw: undefined },
        usage,
        warnings: [],
      },
    ],
  })
}

/** What a promise rejects with. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('It resolved.')
}

/** A stream of these items, and then its end. */
export function streamOf<ITEM>(...items: ITEM[]): ReadableStream<ITEM> {
  return convertArrayToReadableStream(items)
}

/** Everything a stream holds. */
export async function itemsOf<ITEM>(stream: AsyncIterable<ITEM>): Promise<ITEM[]> {
  const items: ITEM[] = []
  for await (const item of stream) items.push(item)
  return items
}
