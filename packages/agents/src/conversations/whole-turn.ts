/**
 * A turn as it is stored: whole whatever ended its loop, and JSON values alone. Knows messages; knows no store.
 */
import { Buffer } from 'node:buffer'
import type { AssistantModelMessage, ModelMessage, ToolModelMessage, ToolResultPart, UserModelMessage } from 'ai'
import { withObjectInputs } from '../object-inputs.js'

type AssistantPart = Exclude<AssistantModelMessage['content'], string>[number]
type CallPart = Extract<AssistantPart, { type: 'tool-call' }>

/** What the model reads of a call that no tool answered. */
const UNANSWERED: ToolResultPart['output'] = {
  type: 'error-text',
  value: 'The tool gave no result: the run ended before.',
}

/**
 * The messages of a turn to store. A loop may end on a call that nothing has answered (`stopWhen`, a tool without
 * `execute`, an approval of the SDK that is pending), and the SDK refuses a history with such a call
 * (`AI_MissingToolResultsError`): here every call is followed by exactly one result.
 */
export function wholeTurn(
  user: UserModelMessage,
  response: readonly (AssistantModelMessage | ToolModelMessage)[],
): ModelMessage[] {
  const turn: ModelMessage[] = [user]
  const serverSide = serverSideResults(response)
  for (const [index, message] of response.entries()) {
    if (message.role !== 'assistant') continue
    if (typeof message.content === 'string') {
      turn.push(message)
      continue
    }
    const content = message.content.filter((part) => isKept(part, serverSide))
    if (content.length > 0) turn.push({ ...message, content })
    const results = resultsOf(content.filter(isOwnCall), response.slice(index + 1))
    if (results.length > 0) turn.push({ role: 'tool', content: results })
  }
  return toJson(withObjectInputs(turn) ?? turn)
}

/** The ids of the calls that a provider ran and answered itself. */
function serverSideResults(response: readonly ModelMessage[]): ReadonlySet<string> {
  const ids = response.flatMap(({ role, content }) =>
    role !== 'assistant' || typeof content === 'string'
      ? []
      : content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : [])),
  )
  return new Set(ids)
}

/** An approval that the SDK asked for is over with the run; so is a provider's own call that it never answered. */
function isKept(part: AssistantPart, serverSide: ReadonlySet<string>): boolean {
  if (part.type === 'tool-approval-request') return false
  return part.type !== 'tool-call' || !part.providerExecuted || serverSide.has(part.toolCallId)
}

function isOwnCall(part: AssistantPart): part is CallPart {
  return part.type === 'tool-call' && !part.providerExecuted
}

/** One result for each call, in the order of the calls; those of the messages up to the next answer count. */
function resultsOf(calls: readonly CallPart[], after: readonly ModelMessage[]): ToolResultPart[] {
  const end = after.findIndex(({ role }) => role === 'assistant')
  const given = after.slice(0, end === -1 ? after.length : end).flatMap((message) => {
    if (message.role !== 'tool') return []
    return message.content.filter((part) => part.type === 'tool-result')
  })
  return calls.map(({ toolCallId, toolName }) => {
    const index = given.findIndex((part) => part.toolCallId === toolCallId)
    const [found] = index === -1 ? [] : given.splice(index, 1)
    return found ?? { type: 'tool-result', toolCallId, toolName, output: UNANSWERED }
  })
}

/** Bytes as base64 and URLs as text, which the SDK takes in their place; big integers as text. */
function toJson(messages: readonly ModelMessage[]): ModelMessage[] {
  const text = JSON.stringify(messages, function (this: Record<string, unknown>, key: string, value: unknown) {
    // Asked for again: a Buffer and a URL have become something else by their own `toJSON`.
    const given = this[key]
    if (given instanceof Uint8Array) return Buffer.from(given).toString('base64')
    if (given instanceof ArrayBuffer) return Buffer.from(given).toString('base64')
    return typeof given === 'bigint' ? String(given) : value
  })
  return JSON.parse(text) as ModelMessage[]
}
