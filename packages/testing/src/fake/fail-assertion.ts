/** How an assertion about the fake fails: what was expected, what is known, and the run. */
import { AssertionFailedError } from '../errors/assertion-failed-error.js'
import type { RecordedToolCall } from './agent-call.js'
import { printRun } from './print-run.js'
import type { PromptRecord } from './prompt-record.js'

/** The run that a failure shows. */
export interface FailedRun {
  readonly records: readonly PromptRecord[]
  readonly marked: PromptRecord | RecordedToolCall | undefined
}

/** Fails with a message and the run. */
export function failPrompted(assertion: string, message: string, { records, marked }: FailedRun): never {
  throw new AssertionFailedError({ assertion, message: `${message}\n\n${printRun(records, marked)}` })
}

/** A tool call that was expected and not made. */
export interface MissingToolCall {
  readonly agent: string
  readonly tool: string
  /** The tools that the agent did call. */
  readonly made: readonly string[]
  /** Whether a predicate narrowed the expectation. */
  readonly predicate: boolean
}

/** Fails for a tool call that was not made. */
export function failToolCalled(
  { agent, tool, made, predicate }: MissingToolCall,
  records: readonly PromptRecord[],
): never {
  const called = made.includes(tool) && predicate
  const known = made.length === 0 ? 'It called no tool.' : `It called ${made.join(', ')}.`
  const message = called
    ? `Agent "${agent}" called the tool "${tool}", but the predicate held for none of the calls.`
    : `Agent "${agent}" did not call the tool "${tool}". ${known}`
  const marked = records.find((record) => record.agent === agent)
  failPrompted('assertToolCalled', message, { records, marked })
}
