/**
 * Ids for tool calls: `call-1`, `call-2`, …, counted for each model, so that a run can be compared with the last one.
 */
import { explicitCallIds, type ParsedStep } from '../grammar/parsed-step.js'
import type { ModelCall } from './model-call.js'

/** Gives out ids that are taken neither by the script nor by the conversation. */
export class CallIds {
  #last = 0
  readonly #steps: readonly ParsedStep[]
  #known: Set<string> | undefined

  constructor(steps: readonly ParsedStep[]) {
    this.#steps = steps
  }

  // Made when it is first needed: most replies call no tool.
  get #taken(): Set<string> {
    return (this.#known ??= new Set(this.#steps.flatMap(explicitCallIds)))
  }

  /** Takes the ids that a step decided on late; the first that was taken already, where there is one. */
  claim(step: ParsedStep): string | undefined {
    for (const id of explicitCallIds(step)) {
      if (this.#taken.has(id)) return id
      this.#taken.add(id)
    }
    return undefined
  }

  /** The next free id. */
  next(call: ModelCall): string {
    do this.#last++
    while (this.#taken.has(`call-${this.#last}`) || holdsId(call, `call-${this.#last}`))
    const id = `call-${this.#last}`
    this.#taken.add(id)
    return id
  }
}

function holdsId({ messages }: ModelCall, id: string): boolean {
  for (const { content } of messages) {
    for (const part of content) if ('toolCallId' in part && part.toolCallId === id) return true
  }
  return false
}
