/**
 * What `defineEval` takes, as types. An eval's hooks are handed the app of their attempt and a signal that ends with it.
 */
import type { AgentClass, AgentOutputSpec, AnyAgent, OutputValue, PromptResponse } from '@understudy/agents'
import type { AnyHono, Principal } from '@understudy/app'
import type { CaseSource, EvalCase } from '../cases/eval-case.js'
import type { EvalReporter } from '../disk/eval-reporter.js'
import type { Gates } from './gates.js'
import type { MetricDeclaration } from './metric.js'

/** What every hook is given last. */
export interface HookContext {
  /** Aborted when the attempt's time is up or the run is ended. */
  readonly signal: AbortSignal
}

type MaybePromise<T> = T | Promise<T>

/** Answers a judge's question, on the judge's own provider; its tokens are counted apart. */
export type JudgePrompt<J extends AnyAgent> = (
  input: string,
) => Promise<PromptResponse<OutputValue<AgentOutputSpec<J>>>>

/** What a grader sees: the answer, and the app as the agent's tools left it. */
export interface GradeInput<A extends AnyAgent, App, Case extends EvalCase, J extends AnyAgent> extends HookContext {
  readonly response: PromptResponse<OutputValue<AgentOutputSpec<A>>>
  readonly app: App
  readonly case: Case
  readonly input: string
  readonly expected: Case['expected']
  /** There in evals that have a judge. */
  readonly judge: [J] extends [never] ? undefined : JudgePrompt<J>
}

/** A number for each metric, alone or with a word on why. */
export type Grade =
  | Readonly<Record<string, number>>
  | { readonly grade: Readonly<Record<string, number>>; readonly explanation: string }

/** The agent that judges, and where. */
export interface JudgeDeclaration<J extends AnyAgent> {
  readonly agent: AgentClass<J>
  /** A provider other than the one that answers: a model is no judge of itself. */
  readonly provider: string
}

/** An eval, as `defineEval` takes it. */
export interface EvalDefinition<
  A extends AnyAgent = AnyAgent,
  App extends AnyHono = AnyHono,
  Case extends EvalCase = EvalCase,
  J extends AnyAgent = never,
> {
  /** The name of its folder and in commands; the agent's name unless given. */
  readonly flow?: string
  readonly agent: AgentClass<A>
  /** A fresh app for each attempt. It is disposed after it where it is `Disposable` or `AsyncDisposable`. */
  readonly app: (kase: Case, context: HookContext) => MaybePromise<App>
  /** The app's AI binding, where it has several. */
  readonly binding?: string
  readonly cases: CaseSource<Case>
  /** The provider that answers; else the agent's own, else the binding's default. */
  readonly provider?: string
  /** Other names that the provider may give its model, from the beginning: `['gpt-5']`. Any other is a substitution. */
  readonly servedAs?: readonly string[]
  /** Who the agent acts for; nobody unless given. */
  readonly as?: (app: App, kase: Case, context: HookContext) => MaybePromise<Principal | null>
  readonly setup?: (app: App, kase: Case, context: HookContext) => MaybePromise<void>
  /** Runs after every attempt whose app was made, however it ended. */
  readonly teardown?: (app: App, kase: Case, context: HookContext) => MaybePromise<void>
  readonly grade: (input: GradeInput<A, App, Case, J>) => MaybePromise<Grade>
  readonly metrics: readonly MetricDeclaration[]
  readonly judge?: JudgeDeclaration<J>
  /** Takes the place of what is written to disk. */
  readonly reporter?: EvalReporter
  readonly gates?: Gates
  /** For one attempt, from its app to its grade, in milliseconds; 120,000 unless given. */
  readonly timeoutMs?: number
  /** How often an attempt is tried again after a failure of the provider that may pass; 2 unless given. */
  readonly retries?: number
}
