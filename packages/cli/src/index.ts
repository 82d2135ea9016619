/** `@understudy/cli`: the command `understudy`, as a function of its arguments. */

export { main } from './main.js'
export type { Surroundings, TextOutput } from './surroundings.js'

// Errors
export { AppFileError } from './errors/app-file-error.js'
export { FlowNotFoundError, type FlowNotFoundErrorDetails, type KnownFlow } from './errors/flow-not-found-error.js'
export { LocalOnlyError } from './errors/local-only-error.js'
export { OutputFileError } from './errors/output-file-error.js'
