// The app whose errors are shown: a help desk with two tools and a clerk. No real model can be asked.

import { Agent, defineAi, Output } from '@understudy/agents'
import { createApp, requirePrincipal, routeTool, type Principal } from '@understudy/app'
import { type FakeAi, FakeAiError, TestApp } from '@understudy/testing'
import { z } from 'zod'

/** Who everything acts for. */
export const principal: Principal = { kind: 'user', id: 1 }

export const ticketsIndex = routeTool('tickets_index', { description: 'List tickets.' })
const ticketsShow = routeTool('tickets_show', {
  description: 'Show a ticket.',
  params: z.object({ id: z.string() }),
})

/** Answers with text, and may call both tools. */
export class Clerk extends Agent {
  static override agentName = 'clerk'
  static override scopes = ['tools:tickets_*'] as const
  override tools() {
    return this.appTools([ticketsIndex, ticketsShow])
  }
}

/** Answers with an even number. */
export class Counter extends Agent {
  static override agentName = 'counter'
  output = Output.object({ schema: z.object({ n: z.number().refine((n) => n % 2 === 0, 'must be even') }) })
}

function noModel(): never {
  throw new Error('A real model was asked for.')
}

/** Two providers, one of which can embed. */
export const aiOptions = {
  default: 'openai',
  providers: {
    openai: { model: noModel, embeddingModel: noModel, imageModel: noModel },
    anthropic: { model: noModel },
  },
} as const

/** A binding of its own, which keeps no conversations. */
export function createAi() {
  return defineAi(aiOptions)
}

/** A fresh app, and the requests of a test to it. */
export async function createDesk() {
  const app = createApp({ bindings: { ai: createAi() }, policies: { administer: () => false } })
    .get('/tickets', requirePrincipal(), ticketsIndex, (c) => c.json({ tickets: [] }))
    .get('/tickets/:id', requirePrincipal(), ticketsShow, (c) => c.json({ id: c.req.param('id') }))
  return { app, http: await TestApp.fromApp(app) }
}

/** The clerk under a fake. */
export function clerkOf(fake: FakeAi) {
  return fake.agent(Clerk).as(principal)
}

/**
 * Ends the fake and throws the first of its complaints by itself.
 * @throws that complaint.
 */
export function throwComplaint(fake: FakeAi): void {
  try {
    fake[Symbol.dispose]()
  } catch (error) {
    throw error instanceof FakeAiError ? error.complaints[0] : error
  }
}

/** Ends the fake, whatever it complains about. */
export function endQuietly(fake: FakeAi): void {
  try {
    fake[Symbol.dispose]()
  } catch {
    // Its complaints are shown elsewhere.
  }
}
