/**
 * Answers that come as a set, one for each question or field that is asked. Knows that each must have one; what fits a
 * question, its kind knows.
 */
import { describeValue } from '../grammar/describe-value.js'
import { nearestName } from '../grammar/nearest-name.js'
import { givenKeys, isPlainObject } from '../grammar/plain-object.js'
import { nameList } from '../errors/name-list.js'
import { shareCopy } from '../engine/share-copy.js'
import type { AnswerPlayer } from './answer-player.js'
import type { KindTypes, Place } from './model-kind.js'

/** A checked set: what is scripted for each id. A Map, since an id may be any word. */
export type AnswerSet = ReadonlyMap<string, unknown>

/** What a kind says of its sets. */
export interface SetForm {
  /** Whether a value may stand for one of them, whatever it is asked. */
  readonly isAnswer: (value: unknown) => boolean
  readonly howToWrite: string
}

/** Checks one set for its form. Mistakes are added to the place's problems. */
export function parseSet(
  value: unknown,
  { path, problems }: Place,
  { isAnswer, howToWrite }: SetForm,
): AnswerSet | undefined {
  const keys = isPlainObject(value) ? givenKeys(value) : []
  if (!isPlainObject(value) || keys.length === 0) {
    problems.push({ path, found: describeValue(value), fix: howToWrite })
    return undefined
  }
  const before = problems.length
  const set = new Map<string, unknown>()
  for (const key of keys) {
    const answer = value[key]
    if (isAnswer(answer)) set.set(key, shareCopy(answer))
    else problems.push({ path: `${path}.${key}`, found: describeValue(answer), fix: howToWrite })
  }
  return problems.length > before ? undefined : set
}

/** Whether a value is an answer in the SDK's own form, of whatever type. */
export function isAnswerObject(value: unknown): boolean {
  return isPlainObject(value) && typeof value['type'] === 'string'
}

/** What is wrong with an answer. */
export interface Flaw {
  readonly detail: string
  readonly nearest?: string | undefined
  readonly fix: string
}

/** What a set is held against. */
export interface SetMatch<ASKED, ANSWER> {
  /** What ids stand for: `question`. */
  readonly noun: string
  readonly asked: Readonly<Record<string, ASKED>>
  /** The answer in the SDK's form, or what is wrong with it. */
  readonly convert: (asked: ASKED, value: unknown) => { readonly answer: ANSWER } | { readonly flaw: Flaw }
}

/** One answer for each thing asked, in the order of asking. Throws ImpossibleAnswerError, naming the first that fails. */
export function matchSet<ASKED, ANSWER, TYPES extends KindTypes>(
  set: AnswerSet,
  { noun, asked, convert }: SetMatch<ASKED, ANSWER>,
  player: AnswerPlayer<TYPES>,
): Record<string, ANSWER> {
  const ids = Object.keys(asked)
  for (const id of set.keys()) {
    if (Object.hasOwn(asked, id)) continue
    throw player.impossible({
      path: id,
      detail: `is no ${noun} that was asked; asked: ${nameList(ids)}`,
      nearest: nearestName(id, ids),
      fix: `Answer the ${noun}s that are asked, by their ids.`,
    })
  }
  const answers: [string, ANSWER][] = []
  for (const [id, question] of Object.entries(asked)) {
    if (!set.has(id)) {
      throw player.impossible({
        path: id,
        detail: `has no answer; answered: ${nameList([...set.keys()])}`,
        fix: `Give one answer for each ${noun}.`,
      })
    }
    const converted = convert(question, set.get(id))
    if ('flaw' in converted) throw player.impossible({ path: id, ...converted.flaw })
    answers.push([id, converted.answer])
  }
  // Own properties, whatever the ids: assigning to `__proto__` would make none.
  return Object.fromEntries(answers)
}
