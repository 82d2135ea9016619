/**
 * Checks a list of answers and flattens it: the way in of every script by call. All mistakes are told together. Knows
 * what all kinds share; what an answer is, the kind says.
 */
import { InvalidStepError, type StepProblem } from '../errors/invalid-step-error.js'
import { describeValue } from '../grammar/describe-value.js'
import { parseStep } from '../grammar/parse-step.js'
import { isPlainObject } from '../grammar/plain-object.js'
import type { ParsedAnswers, ParsedAnswerStep, ParsedEntry } from './answers.js'
import type { KindDefinition, KindTypes, Place } from './model-kind.js'

/** Checks a script. Throws InvalidStepError, a TypeError, for what is none; errors call the entries `answer 1`, …. */
export function parseScript<TYPES extends KindTypes>(
  definition: KindDefinition<TYPES>,
  answers: unknown,
): ParsedAnswers<TYPES['parsed'], TYPES['asked']> {
  if (typeof answers === 'function') {
    // Whatever it takes and returns: it is called with what is asked, and what it returns is checked then.
    return { entries: [], decide: answers as (asked: TYPES['asked']) => unknown }
  }
  const problems: StepProblem[] = []
  if (!Array.isArray(answers)) {
    problems.push({ path: 'The script', found: describeValue(answers), fix: 'Give a list of answers, or a function.' })
  }
  const values: unknown[] = Array.isArray(answers) ? answers : []
  const entries = Array.from(values, (value, index) =>
    parseEntry(definition, value, { path: `answer ${index + 1}`, problems }),
  )
  const [first, ...others] = problems
  if (first) throw new InvalidStepError([first, ...others])
  return { entries }
}

/** Checks what a function decided on. Throws InvalidStepError, a TypeError, for what is no answer. */
export function parseDecided<TYPES extends KindTypes>(
  definition: KindDefinition<TYPES>,
  value: unknown,
  { path, label }: { readonly path: string; readonly label: string },
): ParsedAnswerStep<TYPES['parsed']> {
  const problems: StepProblem[] = []
  const step = parseOne(definition, value, { path, problems })
  if (step?.kind === 'error' && isPlainObject(value) && value['then'] !== undefined) {
    problems.push({ path, found: 'an error with a `then`', fix: 'Leave it out: the function is asked again.' })
  }
  const [first, ...others] = problems
  if (first || step === undefined) {
    throw new InvalidStepError([first ?? { path, found: 'no answer', fix: '' }, ...others], { label })
  }
  return step
}

// A loop and not a recursion: a chain of `then` may be thousands deep.
function parseEntry<TYPES extends KindTypes>(
  definition: KindDefinition<TYPES>,
  value: unknown,
  place: Place,
): ParsedEntry<TYPES['parsed']> {
  const steps: ParsedAnswerStep<TYPES['parsed']>[] = []
  let seen: Set<unknown> | undefined
  let current = value
  let { path } = place
  for (;;) {
    const step = parseOne(definition, current, { path, problems: place.problems })
    if (step) steps.push(step)
    if (step?.kind !== 'error' || !isPlainObject(current) || current['then'] === undefined) break
    seen = (seen ?? new Set()).add(current)
    current = current['then']
    path = seen.size <= 3 ? `${path}.then` : `${place.path}.then ×${seen.size}`
    if (!seen.has(current)) continue
    place.problems.push({ path, found: 'an answer that it is part of', fix: 'To fail for ever use a function.' })
    break
  }
  return new CheckedEntry(steps)
}

function parseOne<TYPES extends KindTypes>(
  definition: KindDefinition<TYPES>,
  value: unknown,
  place: Place,
): ParsedAnswerStep<TYPES['parsed']> | undefined {
  if (isFailing(value, definition.keyed === true)) {
    // The language of scripts has the same word for it, and the same mistakes.
    const step = parseStep(value, place.path, place.problems)
    return step?.kind === 'error' ? step : undefined
  }
  const answer = definition.parse(value, place)
  if (answer === undefined) return undefined
  return new CheckedAnswer(definition, answer)
}

/** An entry that is put into words when an error asks for them: most never are. */
class CheckedEntry<PARSED> implements ParsedEntry<PARSED> {
  readonly steps: readonly ParsedAnswerStep<PARSED>[]

  constructor(steps: readonly ParsedAnswerStep<PARSED>[]) {
    this.steps = steps
  }

  get description(): string {
    return this.steps.map((step) => step.description).join(', then ')
  }
}

/** The same of one answer. */
class CheckedAnswer<TYPES extends KindTypes> {
  readonly kind = 'answer'
  readonly answer: TYPES['parsed']
  readonly #definition: KindDefinition<TYPES>

  constructor(definition: KindDefinition<TYPES>, answer: TYPES['parsed']) {
    this.answer = answer
    this.#definition = definition
  }

  get description(): string {
    return this.#definition.describe(this.answer)
  }
}

// Where keys are the app's own, a question may be called "error": its answer is never an instance of a class.
function isFailing(value: unknown, keyed: boolean): boolean {
  if (!isPlainObject(value) || !Object.hasOwn(value, 'error') || value['error'] === undefined) return false
  const { error } = value
  return !keyed || (typeof error === 'object' && error !== null && !Array.isArray(error) && !isPlainObject(error))
}
