/** A run's reporter, listened to: what it was told is also at hand, and when it fails the run is ended. */
import type { EvalReporter } from '../disk/eval-reporter.js'
import type { ErrorRow, ResultRow } from '../disk/rows.js'
import type { OpenRun } from './open-run.js'
import { Spending } from './spending.js'

/** What was reported, and how to end what reports. */
export interface Recorded {
  readonly reporter: EvalReporter
  readonly results: readonly ResultRow[]
  readonly errors: readonly ErrorRow[]
  readonly spending: Spending
  /** Ends everything that runs. */
  readonly signal: AbortSignal
  abort(reason: unknown): void
  /** Throws what the reporter threw first. */
  throwIfBroken(): void
}

/** Wraps the reporter of a run. */
export function recordingReporter({ reporter, prior }: OpenRun): Recorded {
  const controller = new AbortController()
  const results: ResultRow[] = []
  const errors: ErrorRow[] = []
  const spending = new Spending(prior.spent)
  let broken: { readonly error: unknown } | undefined
  /** A reporter that fails must not be taken for a tool or a model that did. */
  const guarded = async (write: Promise<void> | undefined): Promise<void> => {
    try {
      await write
    } catch (error) {
      broken ??= { error }
      controller.abort(error)
      throw error
    }
  }
  return {
    results,
    errors,
    spending,
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    throwIfBroken() {
      if (broken) throw broken.error
    },
    reporter: listening(reporter, { results, errors, spending, guarded }),
  }
}

interface Listening extends Pick<Recorded, 'spending'> {
  readonly results: ResultRow[]
  readonly errors: ErrorRow[]
  readonly guarded: (write: Promise<void> | undefined) => Promise<void>
}

/** The same reporter, of which what it is told is kept. */
function listening(reporter: EvalReporter, { results, errors, spending, guarded }: Listening): EvalReporter {
  return {
    prior: (flow, variant) => reporter.prior(flow, variant),
    begin: (start) => reporter.begin(start),
    answered: (answer, trace) => guarded(reporter.answered(answer, trace)),
    asking: async (entry) => {
      spending.begin(entry)
      await guarded(reporter.asking?.(entry))
    },
    spent: async (entry) => {
      spending.add(entry)
      await guarded(reporter.spent(entry))
    },
    scored: async (row) => {
      await guarded(reporter.scored(row))
      results.push(row)
    },
    failed: async (row) => {
      await guarded(reporter.failed(row))
      errors.push(row)
    },
    progress: (line) => guarded(reporter.progress(line)),
    end: (summary) => reporter.end(summary),
    close: () => reporter.close(),
  }
}
