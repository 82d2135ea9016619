/**
 * `mischief`: an agent against a model that misbehaves. Checks what it is given; the search for a script that breaks
 * something is loaded when it is asked for, so that tests without it pay nothing.
 */
import type { AgentClass, AnyAgent } from '@understudy/agents'
import { checkSetup, type MischiefOptions } from './setup.js'

/**
 * Prompts the agent again and again, with models that go wrong in every way that models do, and checks what must hold
 * whatever a model says: the loop ends, only granted tools run, nothing is approved by itself, no secret shows, every
 * stored conversation goes on, and the app answers. Tries the same scripts for the same seed.
 * @throws MischiefError for a script that breaks one of them, shrunk, and printed to paste into a test; TestSetupError
 * for options that cannot work; FakeAiError when something else is asked that `arrange` does not script.
 */
export async function mischief<A extends AnyAgent>(agent: AgentClass<A>, options: MischiefOptions): Promise<void> {
  const setup = checkSetup(agent, options)
  const { search } = await import('./search.js')
  await search(setup)
}
