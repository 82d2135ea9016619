/**
 * The error for a scripted output that was not asked for or does not fit. Knows how that is told; the engine knows when.
 */
import { oneLine } from '../quoted.js'

/** What is known about a scripted output that could not have been given. */
export interface ImpossibleOutputDetails {
  readonly label: string
  /** Which step gave the output, counted from 1. */
  readonly step: number
  /**
   * No structured output was asked for; or the value does not fit its schema; or JSON cannot carry it; or the step's
   * chunks split another text.
   */
  readonly reason: 'not-asked-for' | 'schema' | 'json' | 'chunks'
  /** Where the fault is: `output.items[0].id`. */
  readonly path: string
  /** What is wrong there, in words. */
  readonly detail: string
}

/** A scripted `{ output }` is one that the agent's output could not have been. */
export class ImpossibleOutputError extends Error implements ImpossibleOutputDetails {
  readonly code = 'IMPOSSIBLE_OUTPUT'
  readonly label: string
  readonly step: number
  readonly reason: ImpossibleOutputDetails['reason']
  readonly path: string
  readonly detail: string

  constructor({ label, step, reason, path, detail }: ImpossibleOutputDetails) {
    super(
      `${oneLine(label)} cannot give the scripted output (step ${step}): ${oneLine(path)} ${oneLine(detail)}. ${fixes[reason]}`,
    )
    this.name = 'ImpossibleOutputError'
    this.label = label
    this.step = step
    this.reason = reason
    this.path = path
    this.detail = detail
  }
}

const fixes = {
  'not-asked-for': "Answer with `{ text: '…' }`, or ask for one: `output: Output.object({ schema })`.",
  schema: 'Correct the value, or script a malformed answer as its text: `{ text: \'{"n": 1\' }`.',
  chunks: "Split exactly the text that goes over the wire: `chunks: ['{\"n\"', ':1}']`, or leave them out.",
  json: 'Give the value as JSON carries it: `date.toISOString()` of a date, `String(bigint)`, `null` in the place of NaN.',
} as const
