/** How a call of a model that is no language model is spoken of: by the method of a binding, or by the model's id. */
import { named, quotedName } from '../quoted.js'

/** What was asked. */
export type AskedModel =
  | {
      /** The method of the AI binding that was called. */
      readonly call: string
      readonly model?: never
    }
  | { readonly model: string; readonly call?: never }

/** `ai.embed()`, or `Model "openai/text-embedding-3-small"`. */
export function describeAsked({ call, model }: AskedModel): string {
  return call === undefined ? `Model ${quotedName(model)}` : `ai.${named(call)}()`
}

/** What a test calls the fake that answers. */
export function fakeVariableOf({ call }: AskedModel): string {
  return call === undefined ? 'models' : 'ai'
}

/** What was asked and nothing else, for an error to keep. */
export function askedOf({ call, model }: AskedModel): AskedModel {
  return call === undefined ? { model } : { call }
}
