/** Apps with a planted bug each, for what `mischief()` has to find. Each tells whether its bug has shown. */
import { Agent, defineAi, isStepCount, memoryConversations, tool, type ConversationStore } from '@understudy/agents'
import { createApp, memoryApprovals, requirePrincipal, routeTool, type Principal } from '@understudy/app'
import { z } from 'zod'
import { TestApp, type AgentCall, type FakeAi, type MischiefOptions } from './index.js'
import { principal } from './test-desk.js'

const params = z.object({ id: z.string().min(1) })
const notesIndex = routeTool('notes_index', { description: 'List notes.' })
const notesShow = routeTool('notes_show', { description: 'Show a note.', params })
const notesFind = routeTool('notes_find', {
  description: 'Find notes.',
  query: z.object({ limit: z.number().int().max(50).optional() }),
})
const notesDelete = routeTool('notes_delete', { description: 'Delete a note.', params, approval: 'required' })

const databaseUrl = 'postgres://notes:hunter2@db.internal/notes'

/** An app, and whether its bug has shown. */
interface BugApp {
  readonly http: TestApp
  /** `ai` and `answer` are those of the run that is looked at. */
  readonly shows: (ai: FakeAi, answer: string) => boolean
}

/** A bug: who has it, how it is asked, and which promise it breaks. */
export interface PlantedBug {
  readonly agent: typeof Clerk
  readonly breaks: string
  readonly secrets?: readonly string[]
  readonly path?: string
  readonly open: () => Promise<BugApp>
}

class Clerk extends Agent {
  static override scopes: readonly ('tools:*' | 'tools:read' | 'tool:notes_index')[] = ['tools:*']
  // Quiet: the SDK prints what goes wrong in a stream that nobody listens to.
  onError = (): void => undefined
  override tools(): Record<never, never> {
    return this.appTools([notesIndex, notesShow, notesFind, notesDelete])
  }
}

class Unbounded extends Clerk {
  stopWhen = () => false
}

/** Has a tool of its own that is called like a route, and passes no gate. */
class Shadowing extends Clerk {
  static override scopes = ['tool:notes_index'] as const
  static ran = 0
  override tools() {
    const execute = () => ({ deleted: ++Shadowing.ran })
    return {
      ...this.appTools([notesIndex]),
      notes_delete: tool({ description: 'Delete.', inputSchema: params, execute }),
    }
  }
}

/** The same, where a scope grants the route: what is missing is the human. */
class Hasty extends Clerk {
  static ran = 0
  override tools() {
    const execute = () => ({ deleted: ++Hasty.ran })
    return { notes_delete: tool({ description: 'Delete.', inputSchema: params, execute }) }
  }
}

/** Decides about its next step as if every call before it had an input with text in it. */
class Trusting extends Clerk {
  stopWhen = isStepCount(10)
  prepareStep = ({ steps }: { steps: readonly { readonly toolCalls: readonly { readonly input: unknown }[] }[] }) => {
    for (const { input } of steps.flatMap(({ toolCalls }) => toolCalls)) {
      if ('id' in (input as object)) (input as { id: string }).id.trim()
    }
    return {}
  }
}

interface AppOptions {
  readonly store?: ConversationStore
  readonly notesFind?: (query: { limit?: number | undefined }) => Response
}

function createNotes({ store = memoryConversations(), notesFind: find }: AppOptions = {}) {
  const hits = { deleted: 0 }
  const ai = defineAi({ default: 'main', providers: { main: { model: () => 'none' } }, conversations: store })
  const app = createApp({ bindings: { ai }, approvals: { store: memoryApprovals() } })
    .get('/notes', requirePrincipal(), notesIndex, (c) => c.json([{ id: '1' }]))
    .get('/notes/search', requirePrincipal(), notesFind, (c) => find?.(c.req.valid('query')) ?? c.json([]))
    .get('/notes/:id', requirePrincipal(), notesShow, (c) => c.json({ id: c.req.valid('param').id }))
    .delete('/notes/:id', requirePrincipal(), notesDelete, (c) => {
      hits.deleted++
      return c.body(null, 204)
    })
  return { app, hits, ask: () => app.make('ai').agent(Clerk).as(principal).prompt('Go.') }
}

const human: Principal = { kind: 'user', id: 2 }

/** Every bug, by what it is. */
export const plantedBugs: Record<string, PlantedBug> = {
  'an agent without a bound': {
    agent: Unbounded,
    breaks: 'loop ends',
    open: async () => ({
      http: await TestApp.fromApp(createNotes().app),
      shows: (ai) => (ai.calls(Unbounded)[0]?.requests.length ?? 0) > 90,
    }),
  },
  'a local tool that ignores scopes': {
    agent: Shadowing,
    breaks: 'only granted tools ran',
    open: async () => {
      const before = Shadowing.ran
      return { http: await TestApp.fromApp(createNotes().app), shows: () => Shadowing.ran > before }
    },
  },
  'a local tool that asks no human': {
    agent: Hasty,
    breaks: 'nothing approved by itself',
    open: async () => {
      const before = Hasty.ran
      return { http: await TestApp.fromApp(createNotes().app), shows: () => Hasty.ran > before }
    },
  },
  'a handler that approves by itself': {
    agent: Clerk,
    breaks: 'nothing approved by itself',
    path: '/obliging',
    open: async () => {
      const { app, ask } = createNotes()
      let approved = 0
      app.post('/obliging', async (c) => {
        const { text } = await ask()
        for (const { id } of await app.approvals.list({ status: 'pending' })) {
          await app.approvals.approve(id, { by: human })
          approved++
        }
        return c.json({ text })
      })
      return { http: await TestApp.fromApp(app), shows: () => approved > 0 }
    },
  },
  'a handler that echoes a secret in its error': {
    agent: Clerk,
    breaks: 'no secret shows',
    secrets: [databaseUrl],
    open: async () => {
      const find = ({ limit = 1 }: { limit?: number | undefined }) =>
        limit < 0
          ? Response.json({ error: `LIMIT must not be negative (${databaseUrl})` }, { status: 400 })
          : Response.json([])
      return {
        http: await TestApp.fromApp(createNotes({ notesFind: find }).app),
        shows: (ai) => JSON.stringify(ai.calls(Clerk).map(outputsOf)).includes(databaseUrl),
      }
    },
  },
  "a route that echoes the provider's error": {
    agent: Clerk,
    breaks: 'no secret shows',
    path: '/echoing',
    open: async () => {
      const { app, ask } = createNotes()
      app.post('/echoing', async (c) => {
        try {
          return c.json({ text: (await ask()).text })
        } catch (error) {
          return c.json({ error: String(error) }, 502)
        }
      })
      return { http: await TestApp.fromApp(app), shows: (_, answer) => answer.includes('sk-mischief') }
    },
  },
  'a store that forgets what tools answered': {
    agent: Clerk,
    breaks: 'conversation goes on',
    open: async () => {
      const store = memoryConversations()
      const forgetful: ConversationStore = {
        find: (id) => store.find(id),
        create: (conversation) => {
          const messages = conversation.messages.filter(({ role }) => role !== 'tool')
          return store.create({ ...conversation, messages })
        },
        append: (id, turn) => store.append(id, turn),
      }
      return {
        http: await TestApp.fromApp(createNotes({ store: forgetful }).app),
        shows: (ai) => (ai.calls(Clerk)[0]?.toolCalls.length ?? 0) > 0,
      }
    },
  },
  'a handler that trusts the answer to be there': {
    agent: Clerk,
    breaks: 'app answers',
    path: '/trusting',
    open: async () => {
      const { app, ask } = createNotes()
      app.post('/trusting', async (c) => {
        const { text } = await ask()
        const [first = missing()] = text.split(/\W+/).filter(Boolean)
        return c.json({ first: first.toUpperCase() })
      })
      app.onError((_, c) => c.text('It broke.', 500))
      return { http: await TestApp.fromApp(app), shows: (_, answer) => answer === 'It broke.' }
    },
  },
  'a step that trusts the input of calls': {
    agent: Trusting,
    breaks: 'app answers',
    open: async () => ({
      http: await TestApp.fromApp(createNotes().app),
      shows: (ai) => ai.calls(Trusting)[0]?.error instanceof TypeError,
    }),
  },
}

function missing(): never {
  throw new Error('The answer has no word.')
}

function outputsOf({ toolCalls }: AgentCall): unknown[] {
  return toolCalls.map(({ output }) => output)
}

/** The options that `mischief()` is asked with to find a bug. */
export function optionsFor({ open, path, secrets = [] }: PlantedBug): MischiefOptions {
  const http = async () => (await open()).http
  return path === undefined ? { http, as: principal, secrets } : { http, request: (app) => app.post(path, {}), secrets }
}
