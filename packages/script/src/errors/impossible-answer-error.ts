/**
 * The error for a scripted answer that no model could have given. Knows how that is told; each kind knows when.
 */
import type { ModelKind } from '../models/model-kind.js'
import { named, oneLine, quotedName } from '../quoted.js'

/** What is known about a scripted answer that could not have been given. */
export interface ImpossibleAnswerDetails {
  readonly label: string
  readonly kind: ModelKind
  /** Where the fault is: a question's or a field's id, `values[1]`, `images`, `ranking[0]`. */
  readonly path: string
  /** What is wrong there, in words. */
  readonly detail: string
  /** The name that was probably meant. */
  readonly nearest?: string | undefined
  /** What to write instead. */
  readonly fix: string
}

/** A scripted answer is one that no model could have given to what was asked. Nothing was answered. */
export class ImpossibleAnswerError extends Error {
  readonly code = 'IMPOSSIBLE_ANSWER'
  readonly label: string
  readonly kind: ModelKind
  readonly path: string
  readonly detail: string
  readonly nearest: string | undefined

  constructor({ label, kind, path, detail, nearest, fix }: ImpossibleAnswerDetails) {
    const hint = nearest === undefined ? '' : ` Did you mean ${quotedName(nearest)}?`
    super(
      `${oneLine(label)} cannot give the scripted answer: ${named(path)} ${oneLine(detail, 1_000)}.${hint} ${oneLine(fix)}`,
    )
    this.name = 'ImpossibleAnswerError'
    this.label = label
    this.kind = kind
    this.path = path
    this.detail = detail
    this.nearest = nearest
  }
}
