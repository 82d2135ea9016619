/**
 * The error for a script whose end was not reached. Knows how that is told; the engine knows when.
 */
import { nameList } from './name-list.js'

/** What is known about a script whose end was not reached. */
export interface UnfinishedDetails {
  readonly label: string
  /** How many steps were taken. */
  readonly taken: number
  /** The steps that were never asked for, in words. */
  readonly left: readonly string[]
}

/** Some scripted steps were never asked for. */
export class ScriptUnfinishedError extends Error implements UnfinishedDetails {
  readonly code = 'SCRIPT_UNFINISHED'
  readonly label: string
  readonly taken: number
  readonly left: readonly string[]

  constructor({ label, taken, left }: UnfinishedDetails) {
    const total = taken + left.length
    super(
      `${label} was asked for ${taken} of its ${total} scripted ${total === 1 ? 'step' : 'steps'}. ` +
        `Never asked for: ${nameList(left)}. Remove what the code does not reach, or find out why it stopped.`,
    )
    this.name = 'ScriptUnfinishedError'
    this.label = label
    this.taken = taken
    this.left = left
  }
}
