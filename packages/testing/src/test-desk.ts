/** A small desk that the tests of the fake share, and how they read its failures. */
import { Agent, defineAi } from '@understudy/agents'
import { createApp, requirePrincipal, routeTool, type Principal } from '@understudy/app'
import { AssertionFailedError, FakeAiError, TestApp } from './index.js'

/** Who everything acts for. */
export const principal: Principal = { kind: 'user', id: 1 }
export const ticketsIndex = routeTool('tickets_index', { description: 'List.' })

/** Answers with text, and may list tickets. */
export class Clerk extends Agent {
  static override agentName = 'clerk'
  static override scopes = ['tools:*'] as const
  override tools() {
    return this.appTools([ticketsIndex])
  }
}
/** Nobody scripts it. */
export class Other extends Agent {
  static override agentName = 'other'
}

/** A fresh app with one tool and two ways to its agent; no real model can be made. */
export async function createDesk() {
  const ai = defineAi({
    default: 'main',
    providers: { main: { model: () => noModel() } },
  })
  const app = createApp({ bindings: { ai } })
    .get('/tickets', requirePrincipal(), ticketsIndex, (c) => c.json({ tickets: [] }))
    .post('/prompt', async (c) =>
      c.json({ text: (await c.var.ai.agent(Clerk).as(principal).prompt('from a route')).text }),
    )
    .post('/imported', async (c) =>
      c.json({ text: (await ai.agent(Clerk).as(principal).prompt('from the import')).text }),
    )
  return { app, ai, http: await TestApp.fromApp(app) }
}

function noModel(): never {
  throw new Error('A real model was made.')
}

/** What a fake throws when it ends; undefined when it has nothing to complain about. */
export function endOf(fake: Disposable): FakeAiError | undefined {
  const error = thrownBy(() => fake[Symbol.dispose]())
  if (error === undefined || error instanceof FakeAiError) return error
  throw error
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

/** The message of an assertion that fails. */
export function failure(run: () => void): string {
  const error = thrownBy(run)
  if (error instanceof AssertionFailedError) return error.message
  throw error ?? new Error('It held.')
}

/** What a function throws; undefined when it returns. */
export function thrownBy(run: () => void): unknown {
  try {
    run()
    return undefined
  } catch (error) {
    return error
  }
}
