/**
 * The error for a file that is no fixture. Knows how mistakes are told; the fixtures find them.
 */
import type { StepProblem } from './invalid-step-error.js'
import { namedPath, oneLine } from '../quoted.js'

/** One mistake in a fixture. */
export interface FixtureProblem extends StepProblem {
  /** The turn it is in, from 1; undefined of the file as a whole. */
  readonly turn: number | undefined
  /** The kind that the turn names. */
  readonly kind: string | undefined
}

const shownProblems = 10

/** A file is no fixture. All mistakes are in `problems`; `turn`, `kind`, `path`, `found` and `nearest` are the first one's. */
export class FixtureFormatError extends Error {
  readonly code = 'FIXTURE_FORMAT'
  readonly file: string
  readonly problems: readonly FixtureProblem[]
  readonly turn: number | undefined
  readonly kind: string | undefined
  readonly path: string
  readonly found: string
  readonly nearest: string | undefined

  constructor(file: string, problems: readonly [FixtureProblem, ...FixtureProblem[]], options: ErrorOptions = {}) {
    super(tell(file, problems), options)
    this.name = 'FixtureFormatError'
    this.file = file
    this.problems = problems
    const [{ turn, kind, path, found, nearest }] = problems
    this.turn = turn
    this.kind = kind
    this.path = path
    this.found = found
    this.nearest = nearest
  }
}

function tell(file: string, problems: readonly [FixtureProblem, ...FixtureProblem[]]): string {
  const [first] = problems
  if (problems.length === 1) return `Fixture ${namedPath(file)} cannot be replayed: ${sentence(first)}`
  const lines = problems.slice(0, shownProblems).map((problem) => `- ${sentence(problem)}`)
  if (problems.length > shownProblems) lines.push(`- and ${problems.length - shownProblems} more`)
  return `Fixture ${namedPath(file)} cannot be replayed. It has ${problems.length} mistakes:\n${lines.join('\n')}`
}

function sentence({ path, found, nearest, fix }: FixtureProblem): string {
  const hint = nearest === undefined ? '' : ` Did you mean \`${oneLine(nearest)}\`?`
  return `${oneLine(path)} is ${oneLine(found)}.${hint} ${oneLine(fix, 600)}`
}
