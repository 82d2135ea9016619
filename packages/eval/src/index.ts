/** `@understudy/eval`: run agents with their real model over cases, score what they did, tell whether a difference is real. */

// Defining
export { defineEval, type AnyEvalDefinition, type Eval } from './definition/define-eval.js'
export type {
  EvalDefinition,
  Grade,
  GradeInput,
  HookContext,
  JudgeDeclaration,
  JudgePrompt,
} from './definition/eval-definition.js'
export type { Metric, MetricDeclaration, MetricKind } from './definition/metric.js'
export type { Gate, GateResult, Gates } from './definition/gates.js'

// Cases
export { fromJsonl } from './cases/from-jsonl.js'
export type { CaseSource, EvalCase } from './cases/eval-case.js'
export type { CaseFilter, Shard } from './cases/select-cases.js'
export type { CaseSets } from './cases/split-cases.js'
export type { CollectedCase } from './cases/collect-cases.js'

// Running
export { planEval, runEval, type DryRun } from './run/run-eval.js'
export type { RunEnd, RunResult } from './run/conclude-run.js'
export { runAttempt, type AttemptOptions, type SingleOutcome } from './run/run-attempt.js'
export { exitCodeOf, type ExitCode } from './run/exit-code.js'
export { describeProgress, type RunProgress } from './run/progress.js'
export type { RunOptions } from './run/run-options.js'
export { loadEvals, type LoadOptions, type LoadedEval, type LoadedEvals } from './run/load-evals.js'
export type { RunPlan } from './run/plan-run.js'
export type { MetricSummary, RunSummary } from './run/summary.js'
export type { AttemptOutcome } from './attempt/perform-attempt.js'
export type { PlannedAttempt } from './attempt/attempt-context.js'
export type { Clock } from './clock.js'
export type { Interval, IntervalMethod } from './statistics/intervals.js'
export type { PassRates } from './statistics/pass-rates.js'

// Comparing and reporting
export {
  compareVariants,
  type Both,
  type CompareOptions,
  type Comparison,
  type TracedFlip,
  type TracedMetric,
} from './compare/compare-variants.js'
export type { Flip, McNemar, MetricComparison, Verdict } from './compare/compare-metric.js'
export { describeComparison } from './compare/describe-comparison.js'
export { toJUnit, type JUnitSource } from './report-junit.js'
export { mergeFlows, type MergeOptions } from './disk/merge-flows.js'
export { hideSecrets } from './hide-secrets.js'
export { printable } from './printable.js'
export { readReport, type ReportOptions, type ReportSource, type ReportVariant } from './report/read-report.js'
export { renderReport } from './report/render-report.js'

// What is kept
export { checkLayout } from './disk/check-layout.js'
export { flowFolder } from './disk/variant-paths.js'
export {
  NOTHING_BEFORE,
  type EvalReporter,
  type FlowState,
  type PriorRun,
  type RunStart,
  type StatePrices,
} from './disk/eval-reporter.js'
export type {
  AttemptKey,
  ErrorRow,
  FailureClass,
  Fingerprint,
  FingerprintPart,
  ModelSourceKind,
  ResultRow,
  RowMeta,
  TokenUsage,
  TraceTurn,
} from './disk/rows.js'
export type { StoredAnswer, StoredCall } from './disk/stored-answer.js'
export type { GenerateResult } from './attempt/sdk-types.js'
export type { SpendEntry } from './cost/spend.js'

// Errors
export { CompareError } from './errors/compare-error.js'
export { EvalFileError, type EvalFileErrorOptions } from './errors/eval-file-error.js'
export { MergeError } from './errors/merge-error.js'
export { AttemptFailedError, type AttemptFailedErrorDetails } from './errors/attempt-failed-error.js'
export { AttemptTimeoutError } from './errors/attempt-timeout-error.js'
export { EvalBindingError } from './errors/eval-binding-error.js'
export { EvalCaseError, type CaseProblem, type EvalCaseErrorOptions } from './errors/eval-case-error.js'
export { EvalDefinitionError } from './errors/eval-definition-error.js'
export { EvalFolderError } from './errors/eval-folder-error.js'
export { GradeError, type GradeErrorDetails } from './errors/grade-error.js'
export { JudgeProviderError } from './errors/judge-provider-error.js'
export { ReplayError } from './errors/replay-error.js'
export { ReportError } from './errors/report-error.js'
export { RunOptionsError } from './errors/run-options-error.js'
export { StaleResultsError, type StaleRow } from './errors/stale-results-error.js'
export { UnfinishedAnswerError } from './errors/unfinished-answer-error.js'
export { SubstitutedModelError } from './errors/substituted-model-error.js'
