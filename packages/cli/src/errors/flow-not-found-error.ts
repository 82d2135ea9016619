/** A flow that no file has, or that was not named. */
import type { EvalFileError } from '@understudy/eval'
import { closest } from 'fastest-levenshtein'

/** A flow, and the file that declares it. */
export interface KnownFlow {
  readonly flow: string
  readonly file: string
}

/** What {@link FlowNotFoundError} knows. */
export interface FlowNotFoundErrorDetails {
  /** Undefined where none was named. */
  readonly flow: string | undefined
  readonly known: readonly KnownFlow[]
  /** Files that could not be read: the flow may be in one. */
  readonly failures: readonly EvalFileError[]
  /** Files that have the flow: none, or more than one. */
  readonly matching: readonly string[]
}

/** Thrown before anything runs. Names the flows that there are, and every file that could not be read. */
export class FlowNotFoundError extends Error {
  override readonly name = 'FlowNotFoundError'
  readonly code = 'FLOW_NOT_FOUND'
  readonly flow: string | undefined
  readonly known: readonly KnownFlow[]
  readonly failures: readonly EvalFileError[]

  constructor(details: FlowNotFoundErrorDetails) {
    super(messageOf(details), { cause: details.failures[0] })
    this.flow = details.flow
    this.known = details.known
    this.failures = details.failures
  }
}

function messageOf({ flow, known, failures, matching }: FlowNotFoundErrorDetails): string {
  const names = [...new Set(known.map((each) => each.flow))]
  const unread = failures.map(({ message }) => ` ${message}`).join('')
  const [first] = names
  if (flow !== undefined && matching.length > 1) {
    return `The flow "${flow}" is in ${matching.join(' and ')}. Say which: \`--file ${matching[0]}\`.${unread}`
  }
  if (first === undefined) {
    const which = flow === undefined ? 'a flow' : `the flow "${flow}"`
    const reason =
      failures.length > 0 ? '' : ' Files of evals are named *.eval.ts; or name one: `--file tests/x.eval.ts`.'
    return `No file has ${which}.${reason}${unread}`
  }
  const listed = `There are: ${names.join(', ')}.`
  if (flow === undefined) return `No flow was named. ${listed} Run one: \`understudy ai:eval ${first}\`.${unread}`
  return `No file has the flow "${flow}". ${listed} Did you mean \`understudy ai:eval ${closest(flow, names)}\`?${unread}`
}
