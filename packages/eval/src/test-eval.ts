/** A desk with an agent that files tickets, evals of it on scripted models, and time that tests move themselves. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, defineAi, Output, type Pricing } from '@understudy/agents'
import { createApp, requirePrincipal, routeTool } from '@understudy/app'
import { forever, scriptedModel, type FunctionStep, type ScriptedModel } from '@understudy/script'
import { z } from 'zod'
import { defineEval, type Clock, type Eval, type EvalCase, type EvalDefinition, type RunOptions } from './index.js'

const ticketsCreate = routeTool('tickets_create', {
  description: 'Create a ticket.',
  body: z.object({ title: z.string() }),
})

/** Files a ticket, and says whether it is urgent. */
export class Clerk extends Agent {
  static override agentName = 'clerk'
  static override scopes = ['tools:tickets_*'] as const
  instructions = 'You file tickets.'
  output = Output.object({ schema: z.object({ urgent: z.boolean() }) })
  override tools() {
    return this.appTools([ticketsCreate])
  }
}

/** Says how good an answer is, from 0 to 1. */
export class Judge extends Agent {
  static override agentName = 'judge'
  instructions = 'You judge answers.'
  output = Output.object({ schema: z.object({ score: z.number() }) })
}

export type TicketCase = EvalCase<{ urgent: boolean }, string[]>

/** What was made and taken down, over all apps of a test. */
export interface Seen {
  made: number
  disposed: number
  tornDown: number
}

/** What the providers `main` and `other` are. */
export interface Models {
  readonly main: ScriptedModel
  readonly other?: ScriptedModel
  readonly pricing?: Pricing
}

/** A fresh app whose one route keeps titles. The titles "crash" and "gone" make it throw; the second answers 404. */
export function createDesk({ main, other, pricing }: Models, seen: Seen) {
  const titles: string[] = []
  const ai = defineAi({
    default: 'main',
    providers: {
      main: { model: () => main, ...(pricing && { pricing }) },
      other: { model: () => other ?? scriptedModel([]), ...(pricing && { pricing }) },
    },
  })
  const app = createApp({ bindings: { ai } }).post('/tickets', requirePrincipal(), ticketsCreate, (c) => {
    const { title } = c.req.valid('json')
    if (title === 'crash') throw new Error('The desk is on fire.')
    if (title === 'gone') throw new Error('Gone.')
    titles.push(title)
    return c.json({ id: titles.length }, 201)
  })
  app.onError((error, c) => c.json({ error: 'No.' }, error.message === 'Gone.' ? 404 : 500))
  seen.made += 1
  return Object.assign(app, {
    titles,
    [Symbol.asyncDispose]: async () => {
      seen.disposed += 1
    },
  })
}

export type Desk = ReturnType<typeof createDesk>

/** A model that answers every call by what it was sent. */
export function model(answer: FunctionStep, name = 'clerk-1'): ScriptedModel {
  return scriptedModel([forever(answer)], { name })
}

/** The words of the prompt that a call belongs to. */
export function asked(request: Parameters<FunctionStep>[0]): string {
  const [first] = request.messages
  if (first?.role !== 'user') return ''
  return first.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/** Files the case's words as a ticket, then answers that it is urgent. Ten tokens in and two out for each call. */
export const files: FunctionStep = (request) => {
  const usage = { inputTokens: 10, outputTokens: 2 }
  return request.messages.at(-1)?.role === 'tool'
    ? { output: { urgent: true }, usage }
    : { toolCalls: [{ name: 'tickets_create', input: { title: asked(request) } }], usage }
}

/** An eval of the clerk; what is given replaces its parts. */
export function clerkEval(
  models: Models,
  changes: Partial<EvalDefinition<Clerk, Desk, TicketCase, Judge>> = {},
  seen: Seen = { made: 0, disposed: 0, tornDown: 0 },
): Eval {
  return defineEval<Clerk, Desk, TicketCase, Judge>({
    agent: Clerk,
    app: () => createDesk(models, seen),
    cases: someCases(2),
    as: () => ({ kind: 'user', id: 1 }),
    setup: (app, kase) => {
      app.titles.push(...(kase.seed ?? []))
    },
    teardown: () => {
      seen.tornDown += 1
    },
    grade: ({ response, expected, app, input }) => ({
      urgent: response.output.urgent === (expected?.urgent ?? true) && app.titles.includes(input) ? 1 : 0,
    }),
    metrics: [{ id: 'urgent', kind: 'binary' }],
    ...changes,
  })
}

/** Cases `c1`, `c2`, …, each with its own words. */
export function someCases(count: number): TicketCase[] {
  return Array.from({ length: count }, (_, index) => ({ id: `c${index + 1}`, input: `Ticket ${index + 1}` }))
}

/** Time that stands still, but for the waits that a test lets pass at once. */
export class StillClock implements Clock {
  time = 0
  /** Every wait that was asked for, in milliseconds. */
  readonly waits: number[] = []
  readonly #passes: (milliseconds: number) => boolean

  constructor(passes: (milliseconds: number) => boolean = () => false) {
    this.#passes = passes
  }

  now(): number {
    return this.time
  }

  after(milliseconds: number, run: () => void): () => void {
    this.waits.push(milliseconds)
    let live = this.#passes(milliseconds)
    queueMicrotask(() => {
      if (!live) return
      this.time += milliseconds
      run()
    })
    return () => {
      live = false
    }
  }
}

/** A folder of its own, gone when disposed, and options that leave nothing to chance. */
export async function temporaryRun(
  options: RunOptions = {},
): Promise<{ readonly options: RunOptions & { dir: string } } & AsyncDisposable> {
  const dir = await mkdtemp(join(tmpdir(), 'understudy-eval-'))
  let ids = 0
  return {
    options: { dir, clock: new StillClock(), random: () => 0.5, newId: () => `id-${(ids += 1)}-${dir}`, ...options },
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  }
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

/** The lines of a file, parsed. */
export async function linesOf<T>(path: string): Promise<T[]> {
  const text = await Bun.file(path).text()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
