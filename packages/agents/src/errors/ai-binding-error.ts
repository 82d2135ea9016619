/** The AI binding used from a place where it cannot know which app it is for. */

/** Thrown when the imported binding cannot tell its app, or is no binding of the app at all. */
export class AiBindingError extends Error {
  override readonly name = 'AiBindingError'
  readonly code = 'AI_BINDING'
}
