/**
 * The error for a script that failed while it was played. Knows how that is told again, where the app swallowed it.
 */
import { oneLine } from '../quoted.js'

/** What is known about a script that failed. */
export interface ScriptFaultDetails {
  readonly label: string
  /** What its calls failed with, in order. */
  readonly faults: readonly [unknown, ...unknown[]]
}

/** Calls failed with faults of the script, whatever the app made of them. The first is the `cause`. */
export class ScriptFaultError extends Error implements ScriptFaultDetails {
  readonly code = 'SCRIPT_FAULT'
  readonly label: string
  readonly faults: readonly [unknown, ...unknown[]]

  constructor({ label, faults }: ScriptFaultDetails) {
    const [first, ...others] = faults
    const more = others.length === 0 ? '' : ` (and ${others.length} more, in \`faults\`)`
    super(
      `${oneLine(label)} failed by a fault of its script, and the code under test went on. It was told: ` +
        `${oneLine(first instanceof Error ? first.message : String(first), 2_000)}${more} ` +
        'Correct the script; a failure that is meant is scripted: `{ error: new Error(…) }`.',
      { cause: first },
    )
    this.name = 'ScriptFaultError'
    this.label = label
    this.faults = faults
  }
}

/** The faults of one script. Those that somebody else hears of are theirs to tell. */
export class ScriptFaults {
  readonly #faults: unknown[] = []
  readonly #hear: (error: unknown) => void

  constructor(onFault: ((error: unknown) => void) | undefined) {
    this.#hear = onFault ?? ((error) => void this.#faults.push(error))
  }

  add<ERROR>(error: ERROR): ERROR {
    this.#hear(error)
    return error
  }

  /** Throws a ScriptFaultError where the script failed. */
  assertNone(label: string): void {
    const [first, ...others] = this.#faults
    if (this.#faults.length > 0) throw new ScriptFaultError({ label, faults: [first, ...others] })
  }
}
