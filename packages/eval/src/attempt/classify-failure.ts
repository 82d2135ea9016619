/** Where a prompt failed: with its provider, in what the loop ran of the app, or by the clock. */
import { NoObjectGeneratedError, NoOutputGeneratedError, RetryError } from 'ai'
import { AgentSetupError, ProviderError } from '@understudy/agents'
import type { FailureClass } from '../disk/rows.js'
import { AttemptTimeoutError } from '../errors/attempt-timeout-error.js'

/** The class of what a prompt threw, given what its models threw. */
export function classOfPromptError(error: unknown, modelErrors: ReadonlySet<unknown>): FailureClass {
  if (isTimeout(error)) return 'timeout'
  if (error instanceof AgentSetupError || error instanceof ProviderError) return 'setup'
  if (chainOf(error).some((each) => modelErrors.has(each))) return 'provider'
  // The model answered, and no output can be read from it.
  if (NoObjectGeneratedError.isInstance(error) || NoOutputGeneratedError.isInstance(error)) return 'provider'
  return 'tool'
}

/** The attempt's own limit, or the `timeout` of an agent. */
function isTimeout(error: unknown): boolean {
  return error instanceof AttemptTimeoutError || (error instanceof DOMException && error.name === 'TimeoutError')
}

function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let at = error; at !== undefined && !chain.includes(at);) {
    chain.push(at)
    if (RetryError.isInstance(at)) chain.push(...at.errors)
    at = at instanceof Error ? at.cause : undefined
  }
  return chain
}
