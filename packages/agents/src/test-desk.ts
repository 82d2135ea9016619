/** A small desk that the tests of agents share, and how they read its failures. */
import { createApp, routeTool, type Principal } from '@understudy/app'
import type { ScriptedModel } from '@understudy/script'
import { z } from 'zod'
import { Agent, defineAi, memoryConversations, type Ai } from './index.js'

/** Who everything acts for. */
export const principal: Principal = { kind: 'user', id: 1 }
export const ticketsIndex = routeTool('tickets_index', { description: 'List tickets.' })
export const ticketsCreate = routeTool('tickets_create', {
  description: 'Create a ticket.',
  body: z.object({ title: z.string() }),
})

/** Lists and files tickets. */
export class Clerk extends Agent {
  static override agentName = 'clerk'
  static override scopes = ['tools:tickets_*'] as const
  instructions = 'You file tickets.'
  override tools() {
    return this.appTools([ticketsIndex, ticketsCreate])
  }
}

/** An app, what it holds, and who was seen there. */
export interface Desk {
  readonly ai: Ai
  readonly titles: string[]
  readonly seen: (Principal | null)[]
}

/** An app whose one model is given; the provider `none` has none. */
export function createDesk(model: ScriptedModel, toolCallsPerMinute?: number): Desk {
  const titles: string[] = []
  const seen: (Principal | null)[] = []
  const ai = defineAi({
    default: 'main',
    providers: { main: { model: () => model }, none: {} },
    conversations: memoryConversations(),
  })
  const app = createApp({ bindings: { ai }, limits: toolCallsPerMinute === undefined ? {} : { toolCallsPerMinute } })
    .get('/tickets', ticketsIndex, (c) => {
      seen.push(c.var.principal)
      return c.json({ titles })
    })
    .post('/tickets', ticketsCreate, (c) => {
      titles.push(c.req.valid('json').title)
      return c.json({}, 201)
    })
  return { ai: app.make('ai'), titles, seen }
}

/** The chunks of a stream of UI messages. */
export async function readChunks(
  response: Response,
): Promise<{ readonly type: string; readonly [key: string]: unknown }[]> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'))
  return lines.map((line) => JSON.parse(line.slice('data: '.length)))
}

/** What a promise rejects with. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('It resolved.')
}

/** What a function throws. */
export function thrown(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('It did not throw.')
}
