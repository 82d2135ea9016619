/**
 * The error for a script whose end was not reached. Knows how that is told; the engine knows when.
 */
import { nameList } from './name-list.js'

/** What is known about a script whose end was not reached. */
export interface UnfinishedDetails {
  readonly label: string
  /** What the script is made of: steps unless given. */
  readonly unit?: 'step' | 'answer'
  /** How many of them were taken. */
  readonly taken: number
  /** Those that were never asked for, in words. */
  readonly left: readonly string[]
}

/** More would be no line to read; `left` has them all. */
const shownSteps = 10

/** Some scripted steps were never asked for. */
export class ScriptUnfinishedError extends Error implements UnfinishedDetails {
  readonly code = 'SCRIPT_UNFINISHED'
  readonly label: string
  readonly unit: 'step' | 'answer'
  readonly taken: number
  readonly left: readonly string[]

  constructor({ label, unit = 'step', taken, left }: UnfinishedDetails) {
    const total = taken + left.length
    super(
      `${label} was asked for ${taken} of its ${total} scripted ${unit}${total === 1 ? '' : 's'}. ` +
        `Never asked for: ${nameList(left.slice(0, shownSteps))}${left.length > shownSteps ? `, and ${left.length - shownSteps} more` : ''}. Remove ${left.length === 1 ? 'it' : 'them'} from the script, or ${goOn(unit, total)}.`,
    )
    this.name = 'ScriptUnfinishedError'
    this.label = label
    this.unit = unit
    this.taken = taken
    this.left = left
  }
}

/** What makes the code ask for the rest. */
function goOn(unit: 'step' | 'answer', total: number): string {
  return unit === 'step'
    ? `let the loop go on: \`stopWhen: isStepCount(${total})\``
    : 'let the code ask for as many: one `await` for each'
}
