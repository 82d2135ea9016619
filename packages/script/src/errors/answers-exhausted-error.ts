/**
 * The error for a model that is asked for more answers than are scripted. Knows how that is told; the engine knows when.
 */
import type { ModelKind } from '../models/model-kind.js'
import { wordList } from './name-list.js'
import { oneLine } from '../quoted.js'

/** What is known when a model is asked for more answers than are scripted. */
export interface AnswersExhaustedDetails {
  /** Who was asked: `Model "embedder"`. */
  readonly label: string
  readonly kind: ModelKind
  /** The scripted answers and errors, in words. */
  readonly answers: readonly string[]
  /** Which answer was asked for, counted from 1. */
  readonly askedFor: number
  /** What it was asked for, in words, capped: `the value "a" (values[0])`. */
  readonly asked: string
  /** Where in the call that is, where a call asks for several answers: `values[0]`. */
  readonly path: string | undefined
  /** Where the answers were written, such as `search.test.ts:14`. */
  readonly scriptedAt: string | undefined
}

/** A model was asked for one answer more than its script has. Nothing was answered, and the SDK does not retry it. */
export class AnswersExhaustedError extends Error implements AnswersExhaustedDetails {
  readonly code = 'ANSWERS_EXHAUSTED'
  readonly label: string
  readonly kind: ModelKind
  readonly answers: readonly string[]
  readonly answerCount: number
  readonly askedFor: number
  readonly asked: string
  readonly path: string | undefined
  readonly scriptedAt: string | undefined

  constructor(details: AnswersExhaustedDetails) {
    super(tell(details))
    this.name = 'AnswersExhaustedError'
    this.label = details.label
    this.kind = details.kind
    this.answers = details.answers
    this.answerCount = details.answers.length
    this.askedFor = details.askedFor
    this.asked = details.asked
    this.path = details.path
    this.scriptedAt = details.scriptedAt
  }
}

function tell({ label, answers, askedFor, asked, scriptedAt }: AnswersExhaustedDetails): string {
  const happened = `${oneLine(label)} was asked for answer ${askedFor}, ${oneLine(asked)}`
  if (answers.length === 0) return `${happened}, but nothing is scripted. ${fix}`
  const count = answers.length === 1 ? '1 answer' : `${answers.length} answers`
  const where = scriptedAt === undefined ? '' : `; scripted at ${oneLine(scriptedAt)}`
  return `${happened}, but its script has ${count} (${wordList(answers)}${where}). ${fix}`
}

const fix = 'Add the missing answer to the list: `[…, answer]`, or answer whatever is asked: `(asked) => answer`.'
