/** Where a prompt failed: with its provider, in what the loop ran of the app, or by the clock. */
import { NoObjectGeneratedError, NoOutputGeneratedError } from 'ai'
import { AgentSetupError, ProviderError } from '@understudy/agents'
import type { FailureClass } from '../disk/rows.js'
import { AttemptTimeoutError } from '../errors/attempt-timeout-error.js'

/** The class of what a prompt threw, given what its model threw, if that was it. */
export function classOfPromptError(error: unknown, failure: { readonly thrown: unknown } | undefined): FailureClass {
  if (isTimeout(error)) return 'timeout'
  if (failure !== undefined) return 'provider'
  if (error instanceof AgentSetupError || error instanceof ProviderError) return 'setup'
  // The model answered, and no output can be read from it.
  if (NoObjectGeneratedError.isInstance(error) || NoOutputGeneratedError.isInstance(error)) return 'provider'
  return 'tool'
}

/** The attempt's own limit, or the `timeout` of an agent. */
function isTimeout(error: unknown): boolean {
  return error instanceof AttemptTimeoutError || (error instanceof DOMException && error.name === 'TimeoutError')
}
