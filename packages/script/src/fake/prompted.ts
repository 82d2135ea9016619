/** Who is prompted under a fake, and how the fake and its methods are spoken of then. Knows no record. */
import { quotedName } from '../quoted.js'

/** An agent by its name, or a model by its id. */
export type Prompted =
  | { readonly agent: string; readonly model?: never }
  | { readonly model: string; readonly agent?: never }

/** How a fake is spoken of. */
export interface FakeWords {
  /** `fake AI`. */
  readonly fake: string
  /** How a test makes it. */
  readonly make: string
  /** What a test calls it. */
  readonly variable: string
}

/** The words for `http.fakeAi()`. */
export const fakeAiWords: FakeWords = { fake: 'fake AI', make: 'http.fakeAi()', variable: 'ai' }
/** The words for `fakeModels()`. */
export const fakeModelsWords: FakeWords = { fake: 'fake provider', make: 'fakeModels()', variable: 'models' }

/** The words for the fake that answers for an agent, or for a model. */
export function fakeWordsOf({ agent }: Prompted): FakeWords {
  return agent === undefined ? fakeModelsWords : fakeAiWords
}

/** `Agent "triager"`. */
export function describePrompted({ agent, model }: Prompted): string {
  return agent === undefined ? `Model ${quotedName(model)}` : `Agent ${quotedName(agent)}`
}

/** Who it is and nothing else, for an error to keep. */
export function promptedOf({ agent, model }: Prompted): Prompted {
  return agent === undefined ? { model } : { agent }
}
