/**
 * Whether a request goes on with a prompt, where the SDK does not tell which prompt it belongs to: it repeats the last
 * request after an error, or continues it with the answer and what the tools made of it.
 */
import { shareCopy } from '../engine/share-copy.js'
import type { PromptMessage, SdkRequest } from '../sdk-types.js'
import type { ModelPromptRecord } from './model-prompt-record.js'

/** The prompt among the running ones that the request goes on with, the oldest first; undefined for a new prompt. */
export function findContinued(
  records: readonly ModelPromptRecord[],
  { prompt }: SdkRequest,
): ModelPromptRecord | undefined {
  const waiting = records.filter(({ awaits }) => awaits === 'tools' || awaits === 'retry')
  if (waiting.length === 0) return undefined
  const messages = prompt.flatMap((message) => (message.role === 'system' ? [] : [message]))
  return waiting.find((record) => goesOn(record, messages))
}

function goesOn({ awaits, requests, content }: ModelPromptRecord, messages: readonly PromptMessage[]): boolean {
  const before = requests.at(-1)?.messages ?? []
  const rest = messages.slice(before.length)
  // A copy shares all with a value that holds the same, and then is that value.
  if (shareCopy(messages.slice(0, before.length), before) !== before) return false
  if (awaits === 'retry') return rest.length === 0
  const [answer, results] = rest
  if (answer?.role !== 'assistant' || results?.role !== 'tool') return false
  const asked = content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
  const repeated = answer.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
  const said = answer.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
  return text === said && asked.length === repeated.length && asked.every((id, index) => id === repeated[index])
}
