/**
 * The error for a loop that nothing stops. Knows how that is told; the engine knows when.
 */
import { nameList } from './name-list.js'
import { oneLine } from '../quoted.js'

/** What is known of a loop that nothing stopped. */
export interface EndlessLoopDetails {
  /** Who was asked: `Model "checkout"`, `Agent "support-triager"`. */
  readonly label: string
  /** How often the loop asked. */
  readonly calls: number
  /** The names of the tools that were offered. */
  readonly offeredTools: readonly string[]
}

/**
 * One loop asked a script of `forever()` so often that it has no bound. Without this it would run for good, and no test's
 * timeout could end it, since nothing in it waits.
 */
export class EndlessLoopError extends Error implements EndlessLoopDetails {
  readonly code = 'ENDLESS_LOOP'
  readonly label: string
  readonly calls: number
  readonly offeredTools: readonly string[]

  constructor({ label, calls, offeredTools }: EndlessLoopDetails) {
    super(
      `${oneLine(label)} was asked ${calls} times by one loop, its script goes on for ever, and nothing stopped the loop. ` +
        `${offeredTools.length === 0 ? 'No tools were offered' : `Offered tools: ${nameList(offeredTools)}`}. ` +
        'Bound the loop: `stopWhen: isStepCount(20)`. A loop that is meant to be longer has its steps scripted one by one.',
    )
    this.name = 'EndlessLoopError'
    this.label = label
    this.calls = calls
    this.offeredTools = offeredTools
  }
}
