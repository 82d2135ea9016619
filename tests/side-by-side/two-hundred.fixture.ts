/**
 * Two hundred tests at once on one app, each with a fake of its own. All fakes live before the first prompt is made:
 * nobody goes on until everybody is there. Run by side-by-side.test.ts with `--max-concurrency`.
 */
import { expect, test } from 'bun:test'
import { Clerk, http, notes, Talker } from './desk.js'

const COUNT = 200
const everybody = Promise.withResolvers<void>()
let here = 0

async function gather(): Promise<void> {
  if (++here === COUNT) everybody.resolve()
  await everybody.promise
}

for (let n = 0; n < COUNT; n++) {
  test.concurrent(`test ${n}`, async () => {
    using ai = http.fakeAi({ strict: true })
    ai.respond(Clerk, [
      {
        toolCalls: [
          { name: 'notes_create', input: { text: `first of ${n}` } },
          { name: 'notes_show', input: { id: String(n) } },
        ],
        then: `prompted ${n}`,
      },
      { toolCalls: [{ name: 'notes_create', input: { text: `second of ${n}` } }], then: `imported ${n}` },
    ])
    const gate = Promise.withResolvers<void>()
    ai.respond(Talker, [{ chunks: ['streamed ', gate.promise, String(n)] }])
    const mine = http.actingAs({ kind: 'user', id: n })
    await gather()

    const [prompted, imported, talked] = await Promise.all([
      mine.post('/clerk', `prompt ${n}`).assertOk(),
      mine.post('/imported', `import ${n}`).assertOk(),
      mine.post('/talk', `stream ${n}`).assertOk(),
    ])

    expect(await prompted.json<object>()).toEqual({ text: `prompted ${n}` })
    expect(await imported.json<object>()).toEqual({ text: `imported ${n}` })
    gate.resolve()
    expect(await talked.text()).toContain(`"delta":"${n}"`)
    expect(ai.calls(Clerk).map(({ input }) => input)).toEqual([`prompt ${n}`, `import ${n}`])
    expect(ai.calls(Talker)).toMatchObject([{ input: `stream ${n}`, response: { text: `streamed ${n}` } }])
    expect(ai.calls(Clerk)[0]?.toolCalls).toMatchObject([
      { status: 201, output: { written: `first of ${n}` } },
      { status: 200, path: `/notes/${n}` },
    ])
    const conversation = await ai.conversations().find(talked.headers.get('x-conversation-id') ?? '')
    expect(conversation).toMatchObject({ owner: { kind: 'user', id: n }, messages: [{ content: `stream ${n}` }, {}] })
    const written = notes.filter(({ by }) => by === n).map(({ text }) => text)
    expect(written.toSorted()).toEqual([`first of ${n}`, `second of ${n}`])
  })
}
