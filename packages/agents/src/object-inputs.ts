/**
 * Tool inputs as providers take them back: objects. A model may call a tool with `null` or a list; the call is answered
 * with an error, but the SDK keeps what it said in the history, and a provider refuses such a history.
 */
import type { AssistantModelMessage, ModelMessage } from 'ai'

/** The messages with an empty object in the place of each such input; undefined when there is none. */
export function withObjectInputs(messages: readonly ModelMessage[]): ModelMessage[] | undefined {
  return messages.some(hasOther) ? messages.map(mend) : undefined
}

type Part = Exclude<AssistantModelMessage['content'], string>[number]

function hasOther(message: ModelMessage): boolean {
  return message.role === 'assistant' && Array.isArray(message.content) && message.content.some(isOther)
}

function isOther(part: Part): boolean {
  if (part.type !== 'tool-call') return false
  return typeof part.input !== 'object' || part.input === null || Array.isArray(part.input)
}

function mend(message: ModelMessage): ModelMessage {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message
  return {
    ...message,
    content: message.content.map((part) => (isOther(part) ? { ...part, input: {} } : part)) as Part[],
  }
}
