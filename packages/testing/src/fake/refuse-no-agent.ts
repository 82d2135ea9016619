/** Tells an agent class from what is taken for one. */
import { Agent } from '@understudy/agents'
import { describeGiven, TestSetupError } from '@understudy/script/fake'

/** What stands behind the class, in the fix. */
const rest: Readonly<Record<string, string>> = {
  respond: ", ['…']",
  replay: ", 'fixtures/….json'",
  assertNotPrompted: ", (input, call) => input.includes('…')",
  assertPromptedTimes: ', 1',
  assertToolCalled: ", 'my_tool'",
  assertToolNotCalled: ", 'my_tool'",
  assertToolDenied: ", 'my_tool'",
}

/**
 * A circular import, or a name in the place of the class, would queue replies that no prompt ever draws, and read the
 * prompts of nobody.
 * @throws TestSetupError
 */
export function refuseNoAgent(agent: unknown, method: string): void {
  if (typeof agent === 'function' && agent.prototype instanceof Agent) return
  const circle = agent === undefined ? ' Where it is undefined, look for a circular import.' : ''
  throw new TestSetupError(
    `${method}() takes an agent class, not ${describeGiven(agent)}. Pass the class itself: ai.${method}(MyAgent${rest[method] ?? ''}).${circle}`,
  )
}
