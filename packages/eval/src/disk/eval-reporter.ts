/**
 * Where a run keeps what it learns. The files under `.claude/hillclimb` are one; `defineEval({ reporter })` another.
 * Every method is awaited, and one attempt's are called in order; those of several attempts interleave.
 */
import type { CaseSets } from '../cases/split-cases.js'
import type { SpendEntry } from '../cost/spend.js'
import type { Metric } from '../definition/metric.js'
import type { RunSummary } from '../run/summary.js'
import type { AttemptKey, ErrorRow, ResultRow, TraceTurn } from './rows.js'
import type { StoredAnswer } from './stored-answer.js'

/** Prices as `_state.json` has them, in US dollars a million tokens, by model. */
export type StatePrices = Readonly<Record<string, { readonly in: number; readonly out: number }>>

/** What a flow is, drawn once. */
export interface FlowState extends CaseSets {
  readonly metrics: readonly Metric[]
  readonly reps: number
  readonly prices: StatePrices
}

/** What earlier runs of a variant left. */
export interface PriorRun {
  readonly results: readonly ResultRow[]
  readonly errors: readonly ErrorRow[]
  readonly spent: readonly SpendEntry[]
  /** Lines that could not be read: each costs its own run and no other. */
  readonly unreadable: number
  /** What the flow was drawn as, where the reporter keeps that. */
  readonly state?: FlowState | undefined
  /** The answer that was stored for an attempt, if one was. */
  answer(key: AttemptKey): Promise<StoredAnswer | undefined>
}

/** What a run is about to do. */
export interface RunStart {
  readonly flow: string
  readonly variant: string
  readonly state: FlowState
  /** No other run of the variant may go on beside it. */
  readonly exclusive: boolean
  /** Rows that are about to be made anew. */
  readonly replaced: readonly AttemptKey[]
}

/** Where a run keeps what it learns. */
export interface EvalReporter {
  /** What is there already; writes nothing. */
  prior(flow: string, variant: string): Promise<PriorRun>
  /**
   * Keeps one attempt of a variant from others until the function that it resolves to is called, and rejects where one of
   * them makes it already. What `prior` tells afterwards is the last word on it. Left out, processes must not share attempts.
   */
  claim?(flow: string, variant: string, key: AttemptKey): Promise<() => Promise<void>>
  /** A run begins: nothing was asked yet. */
  begin(start: RunStart): Promise<void>
  /** An answer is there. Once this resolves it is never asked for again. */
  answered(answer: StoredAnswer, trace: readonly TraceTurn[]): Promise<void>
  /** A model call is about to be made: until `spent` is told of the same id, its cost is not known. */
  asking?(entry: SpendEntry): Promise<void>
  /** A model call has ended, paid or refused. */
  spent(entry: SpendEntry): Promise<void>
  /** An attempt has its score, or was cut short by the model. */
  scored(row: ResultRow): Promise<void>
  /** A try failed. */
  failed(row: ErrorRow): Promise<void>
  /** How far the run is, in one line. */
  progress(line: string): Promise<void>
  /** The run came to its end, and this is what it comes to. */
  end(summary: RunSummary): Promise<void>
  /** Nothing more will be reported, however the run ended. */
  close(): Promise<void>
}

/** Nothing came before: for reporters that keep nothing to read. */
export const NOTHING_BEFORE: PriorRun = {
  results: [],
  errors: [],
  spent: [],
  unreadable: 0,
  answer: async () => undefined,
}
