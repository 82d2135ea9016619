/**
 * Asks the agent once, in one of the ways there are, and keeps what came of it: what a reader was shown, or what was
 * thrown. Judges nothing.
 */
import type { AnyAgent } from '@understudy/agents'
import type { FakeAi } from '../fake/fake-ai.js'
import type { TestApp } from '../http/test-app.js'
import type { Mode, Setup } from './setup.js'

/** What came of asking. */
export interface Asked {
  /** What a reader was shown: the answer, the body of the stream or the response. */
  readonly shown: string
  /** The status of a response. */
  readonly status?: number
  /** What was thrown in the place of an answer. */
  readonly thrown?: unknown
}

/** What the agent is asked. */
const input = 'Go.'

interface Asking<A extends AnyAgent> {
  readonly setup: Setup<A>
  readonly http: TestApp
  readonly mode: Mode
}

/** Asks the agent, with a conversation where the app keeps them. */
export async function askOnce<A extends AnyAgent>(ai: FakeAi, { setup, http, mode }: Asking<A>): Promise<Asked> {
  try {
    if (mode === 'request') return await sendRequest(setup, http)
    const options = { conversation: keepsConversations(ai, setup) }
    if (mode === 'stream') return await readStream(ai, setup, options)
    const { text, output } = await ai.agent(setup.Class).as(setup.principal).prompt(input, options)
    return { shown: output === undefined ? text : `${text}\n${JSON.stringify(output)}` }
  } catch (thrown) {
    return { shown: '', thrown }
  }
}

/** Whether a prompt of this setup may begin a conversation: somebody has it, and the app keeps it. */
function keepsConversations(ai: FakeAi, { principal }: Setup): boolean {
  if (principal === null) return false
  try {
    ai.conversations()
    return true
  } catch {
    return false
  }
}

async function sendRequest({ request }: Setup, http: TestApp): Promise<Asked> {
  const response = await request?.(http)
  return { shown: (await response?.text()) ?? '', ...(response && { status: response.status }) }
}

async function readStream(ai: FakeAi, { Class, principal }: Setup, options: { conversation: boolean }): Promise<Asked> {
  const agent = ai.agent(Class).as(principal)
  const response = await agent.stream(input, options)
  return { shown: await response.text(), status: response.status }
}
