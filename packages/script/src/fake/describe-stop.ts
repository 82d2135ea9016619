/** Why the SDK's loop stopped, in words: read from how its last step ended. */
import type { RecordedToolCall } from './tool-call-record.js'
import { named } from '../quoted.js'

/** How a loop ended, as far as the reason can be read from it. */
export interface StoppedLoop {
  readonly steps: readonly { readonly toolCalls: readonly { readonly toolCallId: string }[] }[]
  readonly finishReason: string
}

/** The reason, to follow "The loop stopped because". `stepLimit` says how many steps a loop has unless told otherwise. */
export function describeStop(
  { steps, finishReason }: StoppedLoop,
  { toolCalls, stepLimit }: { readonly toolCalls: readonly RecordedToolCall[]; readonly stepLimit: string },
): string {
  const count = steps.length === 1 ? '1 step' : `${steps.length} steps`
  const asked = steps.at(-1)?.toolCalls ?? []
  if (asked.length === 0) return 'the model answered without asking for a tool'
  if (finishReason !== 'tool-calls' && finishReason !== 'stop') {
    return `the step ended with finishReason '${named(finishReason)}', for which the SDK runs no tools`
  }
  const ids = new Set(asked.map((call) => call.toolCallId))
  const waiting = toolCalls.find((call) => ids.has(call.id) && !('output' in call) && !('error' in call))
  if (waiting !== undefined) {
    return `the tool ${named(waiting.name)} gave no result: it has no execute function, or waits for an approval of the SDK`
  }
  return `its stopWhen was met after ${count} (${stepLimit})`
}
