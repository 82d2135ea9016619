/**
 * Finds out afterwards that a scripted tool call was none the model could make: a request tells a JSON Schema alone, and
 * what else a tool asks of its input (a refinement, a format, a validator of its own) only the SDK knows. What it refuses
 * it feeds back, and the loop goes on as if nothing were wrong with the script.
 */
import { ImpossibleToolCallError } from '../errors/impossible-tool-call-error.js'
import type { ParsedStep } from '../grammar/parsed-step.js'
import type { SdkContent } from '../sdk-types.js'
import type { ModelCall } from './model-call.js'

interface MadeCall {
  readonly toolName: string
  readonly step: number
}

/** The calls that a script made and meant, by id. What a function decided is its own affair. */
export class RefusedCalls {
  readonly #meant: Map<string, MadeCall> = new Map()

  /** Remembers the calls of a step, but for those that are wrong on purpose. */
  made(answer: ParsedStep, content: readonly SdkContent[], step: number): void {
    if (answer.kind !== 'tool-calls') return
    const parts = content.filter((part) => part.type === 'tool-call')
    for (const [index, { toolCallId, toolName }] of parts.entries()) {
      if (answer.calls[index]?.invalid === false) this.#meant.set(toolCallId, { toolName, step })
    }
  }

  /** The error for a call whose input the SDK refused, as the next request tells it; undefined where it refused none. */
  find({ messages, tools }: ModelCall, label: string): ImpossibleToolCallError | undefined {
    const last = this.#meant.size > 0 ? messages.at(-1) : undefined
    if (last?.role !== 'tool') return undefined
    for (const part of last.content) {
      if (part.type !== 'tool-result' || part.output.type !== 'error-text') continue
      const made = this.#meant.get(part.toolCallId)
      const reason = made && refusalOf(part.output.value, made.toolName)
      if (made === undefined || reason === undefined) continue
      const offeredTools = tools.map(({ name }) => name)
      return new ImpossibleToolCallError({
        label,
        ...made,
        reason: 'input',
        detail: reason,
        path: 'input',
        offeredTools,
      })
    }
    return undefined
  }
}

/** Why the SDK refused an input: the text of its `InvalidToolInputError`, which no tool's own error begins with. */
function refusalOf(text: string, toolName: string): string | undefined {
  const beginning = `AI_InvalidToolInputError: Invalid input for tool ${toolName}: `
  if (!text.startsWith(beginning)) return undefined
  return `the SDK refused its input: ${text.slice(beginning.length).replace(/\.$/, '')}`
}
