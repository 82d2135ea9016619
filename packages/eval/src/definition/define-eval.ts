/** `defineEval`: checks what an eval says of itself, and fills in what it leaves out. Asks no model and reads no case. */
import { agentNameOf, type AnyAgent } from '@understudy/agents'
import type { AnyHono } from '@understudy/app'
import type { EvalCase } from '../cases/eval-case.js'
import { isSafeName } from '../cases/safe-id.js'
import { EvalDefinitionError } from '../errors/eval-definition-error.js'
import type { EvalDefinition } from './eval-definition.js'
import { gateProblems, type Gates } from './gates.js'
import { memberProblems } from './member-problems.js'
import { completeMetric, metricProblems, type Metric } from './metric.js'

/** An eval that is ready to run, whatever its types. */
export interface Eval {
  readonly flow: string
  readonly metrics: readonly Metric[]
  readonly gates: Gates
  readonly timeoutMs: number
  readonly retries: number
  readonly definition: AnyEvalDefinition
}

/** A definition as the runner sees it: its hooks take what its own other members make. */
export type AnyEvalDefinition = EvalDefinition<AnyAgent, AnyHono, EvalCase, AnyAgent>

/**
 * Declares an eval.
 * @throws EvalDefinitionError with every problem.
 */
export function defineEval<A extends AnyAgent, App extends AnyHono, Case extends EvalCase, J extends AnyAgent = never>(
  definition: EvalDefinition<A, App, Case, J>,
): Eval {
  refuseMisshapen(definition)
  const { metrics, gates = {}, timeoutMs = 120_000, retries = 2 } = definition
  const flow = definition.flow ?? agentNameOf(definition.agent)
  const problems = [...nameProblems(flow), ...metricProblems(metrics), ...gateProblems(gates, metrics)]
  if (!(Number.isFinite(timeoutMs) && timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT)) {
    problems.push(`its timeoutMs is ${String(timeoutMs)}. Give milliseconds: \`{ timeoutMs: 120_000 }\``)
  }
  if (!(Number.isInteger(retries) && retries >= 0)) {
    problems.push(`its retries are ${String(retries)}. Give a whole number: \`{ retries: 2 }\``)
  }
  if (problems.length > 0) throw new EvalDefinitionError(flow, problems)
  return {
    flow,
    metrics: metrics.map(completeMetric),
    gates,
    timeoutMs,
    retries,
    // Hooks meet only what other members of the same definition made.
    definition: definition as unknown as AnyEvalDefinition,
  }
}

/** Timers of more than that go off at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1

/** Where a member is no function or list, what it holds cannot be looked at. */
function refuseMisshapen(definition: unknown): void {
  const problems = memberProblems(definition)
  if (problems.length === 0) return
  throw new EvalDefinitionError(nameToTell(definition), problems)
}

function nameToTell(definition: unknown): string {
  const { flow, agent }: Partial<Record<'flow' | 'agent', unknown>> = Object(definition)
  if (typeof flow === 'string') return flow
  return typeof agent === 'function' ? agentNameOf(agent) : 'without a name'
}

function nameProblems(flow: string): string[] {
  if (isSafeName(flow)) return []
  return [`${JSON.stringify(flow)} is no name for a folder. Give it one: \`{ flow: 'ticket-digest' }\``]
}
