/** The one app that the tests side by side share, with two agents and two tools; nothing in it is a test's own. */
import { Agent, defineAi, memoryConversations } from '@understudy/agents'
import { createApp, requirePrincipal, routeTool } from '@understudy/app'
import { TestApp } from '@understudy/testing'
import { z } from 'zod'

const notesCreate = routeTool('notes_create', { description: 'Note.', body: z.object({ text: z.string() }) })
const notesShow = routeTool('notes_show', { description: 'Show.', params: z.object({ id: z.string() }) })

/** Writes and shows notes. */
export class Clerk extends Agent {
  static override agentName = 'clerk'
  static override scopes = ['tools:notes_*'] as const
  override tools() {
    return this.appTools([notesCreate, notesShow])
  }
}

/** Talks. */
export class Talker extends Agent {
  static override agentName = 'talker'
}

/** Who wrote which note. */
export const notes: { readonly text: string; readonly by: string | number | undefined }[] = []

const ai = defineAi({
  default: 'main',
  providers: {
    main: {
      model: () => {
        throw new Error('A real model was made.')
      },
    },
  },
  conversations: memoryConversations(),
})

/** What every test asks. */
export const app = createApp({ bindings: { ai } })
  .post('/notes', requirePrincipal(), notesCreate, (c) => {
    notes.push({ text: c.req.valid('json').text, by: c.var.principal?.id })
    return c.json({ written: c.req.valid('json').text }, 201)
  })
  .get('/notes/:id', requirePrincipal(), notesShow, (c) => c.json({ id: c.req.valid('param').id }))
  .post('/clerk', requirePrincipal(), async (c) => {
    const { text } = await c.var.ai
      .agent(Clerk)
      .as(c.var.principal)
      .prompt(await c.req.text())
    return c.json({ text })
  })
  .post('/imported', requirePrincipal(), async (c) => {
    const { text } = await ai
      .agent(Clerk)
      .as(c.var.principal)
      .prompt(await c.req.text())
    return c.json({ text })
  })
  .post('/talk', requirePrincipal(), async (c) =>
    c.var.ai
      .agent(Talker)
      .as(c.var.principal)
      .stream(await c.req.text(), { conversation: true }),
  )

export const http: TestApp = await TestApp.fromApp(app)
