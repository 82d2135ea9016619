/**
 * The error for a script that is not one. Knows how mistakes are told; the grammar finds them.
 */
import { oneLine } from '../quoted.js'

/** One mistake in a script. */
export interface StepProblem {
  /** Where it is: `step 2`, `step 1.then`, `step 1.toolCalls[0].name`. */
  readonly path: string
  /** What is there, in words: `null`, `an object with the unknown key "outptu"`. */
  readonly found: string
  /** The key or word that was probably meant. */
  readonly nearest?: string
  /** What to write instead. */
  readonly fix: string
}

const shownProblems = 10

/** A script holds what is not a step. All mistakes are in `problems`; `path`, `found` and `nearest` are the first one's. */
export class InvalidStepError extends TypeError {
  readonly code = 'INVALID_STEP'
  readonly problems: readonly StepProblem[]
  readonly path: string
  readonly found: string
  readonly nearest: string | undefined

  constructor(problems: readonly [StepProblem, ...StepProblem[]], options: { readonly label?: string } = {}) {
    super(tell(problems, options.label))
    this.name = 'InvalidStepError'
    this.problems = problems
    this.path = problems[0].path
    this.found = problems[0].found
    this.nearest = problems[0].nearest
  }
}

function tell(problems: readonly [StepProblem, ...StepProblem[]], label: string | undefined): string {
  const prefix = label === undefined ? '' : `${oneLine(label)}: `
  if (problems.length === 1) return prefix + sentence(problems[0])
  const lines = problems.slice(0, shownProblems).map((problem) => `- ${sentence(problem)}`)
  if (problems.length > shownProblems) lines.push(`- and ${problems.length - shownProblems} more`)
  return `${prefix}The script has ${problems.length} mistakes:\n${lines.join('\n')}`
}

function sentence({ path, found, nearest, fix }: StepProblem): string {
  const hint = nearest === undefined ? '' : ` Did you mean \`${oneLine(nearest)}\`?`
  return `${oneLine(inWords(path))} is ${oneLine(found)}.${hint} ${oneLine(fix, 600)}`
}

/** `answer 1[0]` is read as `answer 1, number [0],`. */
function inWords(path: string): string {
  return path.replace(/^(answer \d.*|what .*)\[(\d+)\]$/, '$1, number [$2],')
}
