/**
 * What one kind of model says of itself; all else is the same for every kind. Knows no kind.
 */
import type { StepProblem } from '../errors/invalid-step-error.js'
import type { AnswersExhaustedDetails } from '../errors/answers-exhausted-error.js'
import type { AnswerPlayer } from './answer-player.js'

/** The kinds of model that are scripted by call, called as a provider calls its models. */
export type ModelKind =
  | 'embeddingModel'
  | 'imageModel'
  | 'evaluationModel'
  | 'rerankingModel'
  | 'speechModel'
  | 'transcriptionModel'
  | 'videoModel'
  | 'extractionModel'
  | 'translationModel'

/** The types that differ from kind to kind. */
export interface KindTypes {
  /** What may be written as an answer. */
  readonly answer: unknown
  /** The answer after it was checked. */
  readonly parsed: unknown
  /** The snapshot of what the model was sent. */
  readonly call: object
  /** What one answer is for, as a function is given it: the call, or one of its values. */
  readonly asked: unknown
  /** The SDK's mock. */
  readonly model: object
  /** Options of this kind alone. */
  readonly limits: object
}

/** Where something stands in a script, and where mistakes are told. */
export interface Place {
  readonly path: string
  readonly problems: StepProblem[]
}

/** Who a mock says it is. */
export interface MockIdentity {
  readonly modelId: string
  readonly provider: string
}

/** What is asked for, as errors tell it. */
export interface AskedInWords {
  /** `the value "a" (values[0])`, `images for "a fox"`. */
  readonly words: string
  /** Where in the call it is, if a call asks for several: `values[0]`. */
  readonly path?: string
}

/** One kind of model. */
export interface KindDefinition<TYPES extends KindTypes> {
  readonly kind: ModelKind
  /** The function that scripts a model of it, as its errors name it. */
  readonly scripted: string
  /** The options that it has beside the name. */
  readonly limits?: readonly (keyof TYPES['limits'] & string)[]
  /** Whether an answer is an object with keys of the app's own: one of them may be called `error`. */
  readonly keyed?: boolean
  /** Checks one answer for its form. Mistakes are added to the place's problems, and then there is no answer. */
  readonly parse: (value: unknown, place: Place) => TYPES['parsed'] | undefined
  /** An answer in a few words. */
  readonly describe: (answer: TYPES['parsed']) => string
  /** What one answer is asked for, in words. `index` is its place among those that a call asks for. */
  readonly tellAsked: (asked: TYPES['asked'], index: number) => AskedInWords
  /** The SDK's mock, answering with what the player gives it. */
  readonly create: (player: AnswerPlayer<TYPES>, identity: MockIdentity, limits: TYPES['limits']) => TYPES['model']
}

/** How answers are played. */
export interface AnswerPlayOptions<CALL> {
  /** Who plays them, in errors: `Model "embedder"`. */
  readonly label?: string
  /** The model's `modelId`; `scripted` unless given. */
  readonly modelId?: string
  /** The model's `provider`; `scripted` unless given. */
  readonly provider?: string
  /** Where the answers were written, for errors: `search.test.ts:14`. */
  readonly scriptedAt?: string
  /** Whether the model keeps a snapshot of each call in `calls`, which takes time; it does unless told otherwise. */
  readonly keepsCalls?: boolean
  /** Hears of each call before it is answered. */
  readonly onCall?: (call: CALL) => void
  /** Hears of each fault of the script, as the call fails with it. A scripted `{ error }` is not a fault. */
  readonly onFault?: (error: unknown) => void
  /** Makes the error for a call past the end; an AnswersExhaustedError unless given. */
  readonly exhausted?: (details: AnswersExhaustedDetails) => Error
}

/** What a test may ask of a scripted model. */
export interface ScriptedAnswers<CALL> {
  /** What the model was sent, call by call. Later changes to the app's own objects never show in it. */
  readonly calls: readonly CALL[]
  /** How many scripted answers and errors were not asked for; none where a function answers. */
  readonly remaining: number
  /**
   * Throws ScriptFaultError where a call failed by a fault of the script, even if the app caught it, and
   * ScriptUnfinishedError where scripted answers were not asked for.
   */
  assertComplete(): void
}
