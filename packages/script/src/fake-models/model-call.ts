/** Recorded calls of models that are no language models, as a test reads them. Types alone. */
import type { AnswerCallByKind } from '../models/kinds.js'
import type { ModelKind } from '../models/model-kind.js'

/** What every record has. */
export interface AskedCall {
  /** The id of the model that was asked. */
  readonly model: string
  /** What the call threw. */
  readonly error?: unknown
}

/** The record of a call of each kind: what the model was sent, and whose call it was. */
export type AskedCallByKind = { readonly [Kind in ModelKind]: AnswerCallByKind[Kind] & AskedCall }
