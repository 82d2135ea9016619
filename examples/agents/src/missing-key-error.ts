/** The error for a model that is needed and whose provider has no key. Knows the variable's name, and never its value. */

/** Thrown when a model is needed and the environment has no key for its provider. */
export class MissingKeyError extends Error {
  override readonly name = 'MissingKeyError'
  readonly code = 'MISSING_KEY'
  readonly variable: string

  constructor(variable: string) {
    super(
      `The model cannot be asked: the environment variable ${variable} is not set. Set it: export ${variable}=…. ` +
        "AI_PROVIDER (anthropic or openai) says who answers the agents; embeddings, images and decisions are always OpenAI's.",
    )
    this.variable = variable
  }
}
