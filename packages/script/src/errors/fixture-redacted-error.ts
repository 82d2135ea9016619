/**
 * The error for a recorded tool call that was redacted and no longer fits its tool. Knows how that is told.
 */
import { namedPath, oneLine, quotedName } from '../quoted.js'

/** What is known about a redacted call that does not fit. */
export interface FixtureRedactedDetails {
  readonly file: string
  /** The turn, from 1. */
  readonly turn: number
  readonly toolName: string
  /** Where in its arguments the fault is: `arguments.token`; undefined where the whole does not fit. */
  readonly path: string | undefined
  /** What is wrong, in words. */
  readonly detail: string
}

/** A recorded tool call had a secret in its arguments, and what stands in its place does not fit the tool. */
export class FixtureRedactedError extends Error implements FixtureRedactedDetails {
  readonly code = 'FIXTURE_REDACTED'
  readonly file: string
  readonly turn: number
  readonly toolName: string
  readonly path: string | undefined
  readonly detail: string

  constructor({ file, turn, toolName, path, detail }: FixtureRedactedDetails, options: ErrorOptions = {}) {
    super(
      `Turn ${turn} of fixture ${namedPath(file)} cannot make its call to ${quotedName(toolName)}: ${oneLine(detail)}. ` +
        'The value was redacted when it was recorded, so that no secret is in the file. ' +
        `Put a made-up one that fits in its place: \`"call": { "name": ${quotedName(toolName)}, "arguments": { … } }\`.`,
      options,
    )
    this.name = 'FixtureRedactedError'
    this.file = file
    this.turn = turn
    this.toolName = toolName
    this.path = path
    this.detail = detail
  }
}
