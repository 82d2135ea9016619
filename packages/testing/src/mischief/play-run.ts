/**
 * One run: a script is played on a fresh fake, the agent is asked, and its conversation goes on. Keeps what the checks look
 * at; judges nothing.
 */
import type { AnyAgent } from '@understudy/agents'
import type { AgentCall } from '../fake/agent-call.js'
import type { FakeAi } from '../fake/fake-ai.js'
import type { ReplyOf } from '../fake/typed-reply.js'
import type { TestApp } from '../http/test-app.js'
import { type Asked, askOnce } from './ask-once.js'
import { type ModelScript, toReply } from './model-script.js'
import { endOf } from './end-of.js'
import { goodReply } from './scout-offer.js'
import type { Mode, Setup } from './setup.js'

/** What is known of a run when it is over. */
export interface Run {
  readonly setup: Setup
  readonly mode: Mode
  readonly http: TestApp
  readonly asked: Asked
  /** The prompts of the agent that the asking led to. */
  readonly calls: readonly AgentCall[]
  /** The requests for approval that the model was told of, and that wait for nobody any more. */
  readonly decided: readonly string[]
  /** The messages of the stored conversation, as JSON. */
  readonly stored: string
  /** The prompt that went on with the conversation; undefined where nothing was stored. */
  readonly next: AgentCall | undefined
  /** What the fake complained about. */
  readonly complaints: readonly Error[]
  /** What happened, as failures show it. */
  readonly report: () => string
}

/** What a run is made of. */
export interface RunSetup<A extends AnyAgent> {
  readonly setup: Setup<A>
  readonly script: ModelScript
  readonly mode: Mode
}

/** Plays a script. The first prompt of the agent gets it; a model that behaves answers all others. */
export async function playRun<A extends AnyAgent>({ setup, script, mode }: RunSetup<A>): Promise<Run> {
  const http = await setup.openApp()
  const ai = http.fakeAi()
  try {
    setup.arrange(ai)
    // Its calls are all marked as wrong on purpose, and its output was made from the agent's own schema.
    ai.respond(setup.Class, [toReply(script, setup.maxSteps) as ReplyOf<A>])
    ai.respond(setup.Class, () => goodReply<A>())
    const asked = await askOnce(ai, { setup, http, mode })
    const calls = ai.calls(setup.Class).slice()
    const decided = await decidedOf(calls, http)
    const next = await goOn(ai, setup, calls[0])
    const stored = await storedOf(ai, calls[0])
    const report = (): string => eventsOf(ai)
    return { setup, mode, http, asked, calls, decided, next, stored, report, complaints: endOf(ai) }
  } finally {
    endOf(ai)
  }
}

/** The requests that were filed in this run, and no longer wait although nobody was there to decide. */
async function decidedOf(calls: readonly AgentCall[], http: TestApp): Promise<string[]> {
  const filed = calls.flatMap(({ toolCalls }) =>
    toolCalls.flatMap(({ approval }) => (approval?.status === 'pending' ? [approval.requestId] : [])),
  )
  if (filed.length === 0) return []
  const waiting = new Set((await http.approvals.pending()).map(({ id }) => id))
  return filed.filter((id) => !waiting.has(id))
}

/** Goes on with the conversation of an answered prompt. */
async function goOn<A extends AnyAgent>(
  ai: FakeAi,
  { Class }: Setup<A>,
  first: AgentCall | undefined,
): Promise<AgentCall | undefined> {
  if (first?.conversationId === undefined || first.response === undefined) return undefined
  const before = ai.calls(Class).length
  const { principal, conversationId } = first
  try {
    await ai.agent(Class).as(principal).prompt('And now?', { conversation: conversationId })
  } catch (error) {
    const { agent } = first
    // Refused before it was a prompt: the error is all there is.
    return ai.calls(Class)[before] ?? { agent, input: 'And now?', principal, toolCalls: [], requests: [], error }
  }
  return ai.calls(Class)[before]
}

async function storedOf(ai: FakeAi, first: AgentCall | undefined): Promise<string> {
  if (first?.conversationId === undefined) return ''
  const conversation = await ai.conversations().find(first.conversationId)
  return JSON.stringify(conversation?.messages ?? [])
}

const shownLines = 40

/** The events, without what the fake has to say about a script that was not its test's; of many, the first and the last. */
function eventsOf(ai: FakeAi): string {
  const report = ai.report() ?? ''
  const lines = report.slice(report.lastIndexOf('Events:\n')).split('\n')
  const left = lines.length - shownLines
  if (left <= 1) return lines.join('\n')
  const half = shownLines / 2
  return [...lines.slice(0, half), `    … ${left} lines`, ...lines.slice(-half)].join('\n')
}
