/** The same prompts under the fake: one fake for each prompt, as in a test, with the script declared in it. */
import { TestApp } from '@understudy/testing'
import { app, principal, Triager } from './desk.js'

const http = await TestApp.fromApp(app)

/** One prompt that is answered with text. */
export async function fakedText(): Promise<string> {
  using ai = http.fakeAi()
  ai.respond(Triager, ['Done.'])
  const { text } = await ai.agent(Triager).as(principal).prompt('Look at ticket 3.')
  return text
}

/** One prompt with one real tool call. */
export async function fakedToolCall(): Promise<string> {
  using ai = http.fakeAi()
  ai.respond(Triager, [{ toolCalls: [{ name: 'tickets_show', input: { id: 3 } }], then: 'Done.' }])
  const { text } = await ai.agent(Triager).as(principal).prompt('Look at ticket 3.')
  return text
}
