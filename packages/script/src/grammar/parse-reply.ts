/**
 * Checks replies and flattens them: the way in of every script. All mistakes are told together. Knows nothing about
 * models or requests.
 */
import { InvalidStepError, type StepProblem } from '../errors/invalid-step-error.js'
import { describeValue } from './describe-value.js'
import { isForever, repeatedStep } from './forever.js'
import { parseLoneStep, parseStep } from './parse-step.js'
import { explicitCallIds, type ParsedReply, type ParsedStep } from './parsed-step.js'
import { isPlainObject } from './plain-object.js'
import { quotedName } from '../quoted.js'

/**
 * Checks one reply. `path` is what errors call it. Throws InvalidStepError, a TypeError, for what is not one.
 */
export function parseReply(value: unknown, path: string = 'reply'): ParsedReply {
  const problems: StepProblem[] = []
  const reply = readReply(value, path, problems)
  refuseRepeatedIds([reply], [path], problems)
  throwIfAny(problems)
  return reply
}

/**
 * Checks a list of replies, one for each prompt; errors call them `reply 1`, `reply 2`, …. Throws InvalidStepError, a
 * TypeError, with every mistake in it.
 */
export function parseReplies(values: unknown): ParsedReply[] {
  const problems: StepProblem[] = []
  const replies = readList(values, 'reply', problems)
  for (const [index, reply] of replies.entries()) refuseRepeatedIds([reply], [`reply ${index + 1}`], problems)
  throwIfAny(problems)
  return replies
}

/**
 * Checks a flat list of steps and replies as one script; errors call them `step 1`, `step 2`, …. Throws
 * InvalidStepError, a TypeError, with every mistake in it.
 */
export function parseScript(values: unknown): ParsedReply {
  const problems: StepProblem[] = []
  const replies = readList(values, 'step', problems)
  const endless = replies.findIndex((reply) => reply.endless)
  if (endless !== -1 && endless < replies.length - 1) {
    problems.push({
      path: `step ${endless + 2}`,
      found: 'never reached, since the step before it never ends',
      fix: 'Put `forever(step)` last.',
    })
  }
  refuseRepeatedIds(
    replies,
    replies.map((_, index) => `step ${index + 1}`),
    problems,
  )
  throwIfAny(problems)
  return { steps: replies.flatMap((reply) => reply.steps), endless: endless !== -1 }
}

function readList(values: unknown, noun: 'reply' | 'step', problems: StepProblem[]): ParsedReply[] {
  if (Array.isArray(values)) {
    return Array.from(values, (value: unknown, index) => readReply(value, `${noun} ${index + 1}`, problems))
  }
  problems.push({
    path: 'The script',
    found: describeValue(values),
    fix:
      noun === 'reply'
        ? "Give a list with one reply for each prompt: `['Done.']`."
        : "Give a list of steps: `['Done.']`.",
  })
  return []
}

// A loop and not a recursion: a chain of `then` may be thousands deep.
function readReply(value: unknown, root: string, problems: StepProblem[]): ParsedReply {
  const steps: ParsedStep[] = []
  const seen = new Set<unknown>()
  let current = value
  for (let depth = 0; ; depth++) {
    const path = root + thenPath(depth)
    if (isForever(current)) {
      const step = parseLoneStep(repeatedStep(current), `${path} (forever)`, problems)
      if (step) steps.push(step)
      if (step && explicitCallIds(step).length > 0) problems.push(repeatedForever(path))
      return { steps, endless: true }
    }
    const step = parseStep(current, path, problems)
    if (step) steps.push(step)
    if (!isPlainObject(current) || current['then'] === undefined || !Object.hasOwn(current, 'then'))
      return { steps, endless: false }
    seen.add(current)
    current = current['then']
    if (seen.has(current)) {
      problems.push({
        path: `${path}.then`,
        found: 'a reply that it is part of',
        fix: 'To answer for ever use `forever(step)`.',
      })
      return { steps, endless: false }
    }
  }
}

function thenPath(depth: number): string {
  return depth <= 3 ? '.then'.repeat(depth) : `.then ×${depth}`
}

function repeatedForever(path: string): StepProblem {
  return {
    path,
    found: 'a step that repeats a tool call id for ever',
    fix: 'Leave the `id` out: each call then gets its own.',
  }
}

function refuseRepeatedIds(replies: readonly ParsedReply[], paths: readonly string[], problems: StepProblem[]): void {
  const seen = new Set<string>()
  for (const [index, reply] of replies.entries()) {
    for (const id of reply.steps.flatMap(explicitCallIds)) {
      if (seen.has(id)) {
        problems.push({
          path: paths[index] ?? 'The script',
          found: `a step with the tool call id ${quotedName(id)}, which is taken`,
          fix: 'Give each call its own `id`, or leave it out.',
        })
      }
      seen.add(id)
    }
  }
}

function throwIfAny(problems: readonly StepProblem[]): void {
  const [first, ...others] = problems
  if (first) throw new InvalidStepError([first, ...others])
}
