/**
 * One answer to one question, as the SDK's decision models give it. Knows what answers each type of question; the SDK
 * checks the same, but would not say that the script is at fault.
 */
import { nameList } from '../errors/name-list.js'
import { shareCopy } from '../engine/share-copy.js'
import { describeValue } from '../grammar/describe-value.js'
import { nearestName } from '../grammar/nearest-name.js'
import { isPlainObject } from '../grammar/plain-object.js'
import type { DecisionAnswer, DecisionQuestion } from '../sdk-types.js'
import { distributionFlaw, highestFlaw, isProbability, meanFlaw } from './distribution.js'
import type { Flaw } from './keyed-answers.js'
import { codeText, quoted } from '../quoted.js'

type Converted = { readonly answer: DecisionAnswer } | { readonly flaw: Flaw }

/** The answer to a question from what is scripted for it, or what is wrong with that. */
export function toDecisionAnswer(question: DecisionQuestion, value: unknown): Converted {
  if (isPlainObject(value)) return ownAnswer(question, value)
  switch (question.type) {
    case 'choice':
      return choose(Object.keys(question.criteria), value)
    case 'score':
      return score(question.criteria.length, value)
    case 'boolean':
      return isProbability(value) ? { answer: { type: 'boolean', probability: value } } : { flaw: noProbability(value) }
    case 'box':
      return { flaw: { detail: `is a box, and has ${describeValue(value)}`, fix: howToBox } }
  }
}

const howToBox = "Give `{ type: 'box', box: { top, bottom, left, right } }`, edges from 0 to 1."

function choose(options: readonly string[], value: unknown): Converted {
  const flaw = optionFlaw(options, value)
  if (flaw !== undefined || typeof value !== 'string') return { flaw: flaw ?? noOption(options, value) }
  const probabilities = Object.fromEntries(options.map((option) => [option, option === value ? 1 : 0]))
  return { answer: { type: 'choice', choice: value, probabilities } }
}

function score(levels: number, value: unknown): Converted {
  if (!isScore(levels, value)) return { flaw: noScore(levels, value) }
  if (!Number.isInteger(value)) return { answer: { type: 'score', score: value } }
  const probabilities = Object.fromEntries(
    Array.from({ length: levels }, (_, level) => [String(level), level === value ? 1 : 0]),
  )
  return { answer: { type: 'score', score: value, probabilities } }
}

// The SDK's own form goes on untouched. A refusal is the model's, and the SDK tells the app of it.
function ownAnswer(question: DecisionQuestion, value: Record<string, unknown>): Converted {
  if (value['type'] !== 'refusal') {
    const flaw =
      value['type'] === question.type
        ? flawOf(question, value)
        : {
            detail: `is of type ${quoted(question.type)}, but its answer of type ${quoted(String(value['type']))}`,
            fix: `Give \`{ type: ${codeText(question.type)}, … }\`, or the value alone.`,
          }
    if (flaw !== undefined) return { flaw }
  }
  // Its type is the question's, and what belongs to that type was checked.
  return { answer: shareCopy(value) as DecisionAnswer }
}

function flawOf(question: DecisionQuestion, answer: Record<string, unknown>): Flaw | undefined {
  switch (question.type) {
    case 'choice':
      return choiceFlaw(Object.keys(question.criteria), answer)
    case 'score':
      return scoreFlaw(question.criteria.length, answer)
    case 'boolean':
      return isProbability(answer['probability']) ? undefined : noProbability(answer['probability'])
    case 'box':
      return isBox(answer['box']) ? undefined : { detail: 'has a box that is none', fix: howToBox }
  }
}

function choiceFlaw(options: readonly string[], { choice, probabilities }: Record<string, unknown>): Flaw | undefined {
  const flaw = optionFlaw(options, choice)
  if (flaw !== undefined || probabilities === undefined) return flaw
  return distributionFlaw(probabilities, options) ?? highestFlaw(probabilities, String(choice))
}

function scoreFlaw(levels: number, { score: value, probabilities }: Record<string, unknown>): Flaw | undefined {
  if (!isScore(levels, value)) return noScore(levels, value)
  if (probabilities === undefined) return undefined
  const keys = Array.from({ length: levels }, (_, level) => String(level))
  return distributionFlaw(probabilities, keys) ?? meanFlaw(probabilities, value)
}

function optionFlaw(options: readonly string[], value: unknown): Flaw | undefined {
  return typeof value === 'string' && options.includes(value) ? undefined : noOption(options, value)
}

function noOption(options: readonly string[], value: unknown): Flaw {
  return {
    detail: `has no option that is ${describeValue(value)}; its options: ${nameList(options)}`,
    nearest: typeof value === 'string' ? nearestName(value, options) : undefined,
    fix: 'Give one of its options.',
  }
}

function isScore(levels: number, value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= levels - 1
}

function noScore(levels: number, value: unknown): Flaw {
  const last = levels - 1
  return {
    detail: `has ${levels === 1 ? '1 level' : `${levels} levels`}, and none at ${describeValue(value)}`,
    fix: last === 0 ? 'Give 0, its only level.' : `Give a place from 0, its first level, to ${last}, its last.`,
  }
}

function noProbability(value: unknown): Flaw {
  return {
    detail: `has ${describeValue(value)}, which is no probability`,
    fix: 'Give the probability that it is true, from 0 to 1.',
  }
}

function isBox(value: unknown): boolean {
  if (!isPlainObject(value) || Object.keys(value).length !== 4) return false
  const { top, bottom, left, right } = value
  return (
    isProbability(top) &&
    isProbability(bottom) &&
    isProbability(left) &&
    isProbability(right) &&
    left < right &&
    top < bottom
  )
}
