/** The same prompts and calls under the fake: scripted, prompted as somebody, recorded. */
import { TestApp, type FakeAi } from '@understudy/testing'
import { app, principal, questions, Triager } from './desk.js'

const http = await TestApp.fromApp(app)

/** As many prompts as a long test makes under one fake; what a fake records is let go of with it. */
const PROMPTS_PER_FAKE = 100

let fake: FakeAi | undefined
let prompts = 0

function currentFake(): FakeAi {
  if (fake !== undefined && ++prompts % PROMPTS_PER_FAKE !== 0) return fake
  endFake()
  fake = http.fakeAi()
  return fake
}

/** Ends the fake, and with it the guard against real models, which the bare side is not to pay for. */
export function endFake(): void {
  fake?.[Symbol.dispose]()
  fake = undefined
  prompts = 0
}

/** One prompt that is answered with text. */
export async function fakedText(): Promise<string> {
  const ai = currentFake()
  ai.respond(Triager, ['Done.'])
  const { text } = await ai.agent(Triager).as(principal).prompt('Look at ticket 3.')
  return text
}

/** One prompt with one real tool call. */
export async function fakedToolCall(): Promise<string> {
  const ai = currentFake()
  ai.respond(Triager, [{ toolCalls: [{ name: 'tickets_show', input: { id: 3 } }], then: 'Done.' }])
  const { text } = await ai.agent(Triager).as(principal).prompt('Look at ticket 3.')
  return text
}

/** The same as a stream, read to its end. */
export async function fakedStream(): Promise<string> {
  const ai = currentFake()
  ai.respond(Triager, [{ toolCalls: [{ name: 'tickets_show', input: { id: 3 } }], then: 'Done.' }])
  const response = await ai.agent(Triager).as(principal).stream('Look at ticket 3.')
  return await response.text()
}

/** One embedding of one value. */
export async function fakedEmbedding(): Promise<number[]> {
  const ai = currentFake()
  ai.respondEmbeddings([[0.1, 0.2, 0.3]])
  const { embedding } = await ai.embed({ value: 'A printer is on fire.' })
  return embedding
}

/** One evaluation of two questions. */
export async function fakedEvaluation(): Promise<number> {
  const ai = currentFake()
  ai.respondEvaluations([{ category: 'billing', urgent: 0.97 }])
  const { answers } = await ai.evaluate({ state: 'A printer is on fire.', questions })
  return answers.urgent.probability
}
