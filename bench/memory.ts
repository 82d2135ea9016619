/** Measures what a recorded call keeps: as many bytes as its messages need, however many requests they were sent in. */
import { heapStats } from 'bun:jsc'
import { TestApp, type FakeAi, type ReplyOf } from '@understudy/testing'
import { app, LongTriager, principal } from './desk.js'

/** What calls of so many steps keep. */
export interface Kept {
  readonly steps: number
  /** How many messages such a call consists of. */
  readonly messages: number
  readonly bytes: number
}

// So many that what the fake itself takes is little beside them.
const STEPS = 20_000

/** The bytes that one recorded call of so many steps keeps. */
export async function measureMemory(steps: number): Promise<Kept> {
  const http = await TestApp.fromApp(app)
  const calls = Math.ceil(STEPS / steps)
  using ai = http.fakeAi()
  // The first ones make what all of them share.
  for (let call = 0; call < 10; call++) await promptOnce(ai, { steps, ticket: call })
  const before = heapSize()
  for (let call = 0; call < calls; call++) await promptOnce(ai, { steps, ticket: 100 + call })
  const bytes = (heapSize() - before) / calls
  // With the answer to the last request.
  const messages = 1 + (ai.calls(LongTriager).at(-1)?.requests.at(-1)?.messages.length ?? 0)
  return { steps, messages, bytes }
}

async function promptOnce(
  ai: FakeAi,
  { steps, ticket }: { readonly steps: number; readonly ticket: number },
): Promise<void> {
  // Every message is one of its own: what is the same by chance is not to be shared.
  let reply: ReplyOf<LongTriager> = `Done with ticket ${ticket}.`
  for (let step = 1; step < steps; step++) {
    reply = { toolCalls: [{ name: 'tickets_show', input: { id: ticket * 1_000 + step } }], then: reply }
  }
  ai.respond(LongTriager, [reply])
  await ai.agent(LongTriager).as(principal).prompt(`Look at ticket ${ticket}.`)
}

function heapSize(): number {
  Bun.gc(true)
  const { heapSize: objects, extraMemorySize } = heapStats()
  return objects + extraMemorySize
}
