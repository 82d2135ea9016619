// The desk behind a socket: requests as curl would send them, and `bun run dev` as a person would start it.

import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TicketDigest } from '../src/agents/ticket-digest'
import { addTicket, openDesk } from './open-desk'

test('a digest over a real socket', async () => {
  using desk = await openDesk()
  addTicket(desk)
  using server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: desk.app.fetch })
  using ai = desk.http.fakeAi()
  ai.respond(TicketDigest, [
    {
      toolCalls: [{ name: 'tickets_index', input: { status: 'open' } }],
      then: { output: { summary: 'One printer fire.', staleTicketIds: [] } },
    },
  ])
  const url = new URL('/ops/agents/digest', server.url)

  const nobody = await fetch(url, { method: 'POST' })
  expect(nobody.status).toBe(401)

  const headers = { authorization: `Bearer ${desk.operatorToken}` }
  const response = await fetch(url, { method: 'POST', headers })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ digest: { summary: 'One printer fire.', staleTicketIds: [] } })
  ai.assertPromptedTimes(TicketDigest, 1)
  ai.assertToolCalled(TicketDigest, 'tickets_index', ({ status }) => status === 200)
})

/** Starts `bun run dev` on a free port, hands on what it prints up to the line with `last`, and returns its complaints. */
async function withDev(
  { database, last }: { database: string; last: string },
  use: (printed: string) => Promise<void>,
): Promise<string> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '../src/dev.ts')], {
    env: { ...process.env, DATABASE_PATH: database, PORT: '0', ANTHROPIC_API_KEY: '', AI_PROVIDER: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    let printed = ''
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      printed += chunk
      if (printed.includes(last) && printed.endsWith('\n')) break
    }
    await use(printed)
  } finally {
    child.kill()
  }
  return await new Response(child.stderr).text()
}

test('bun run dev prints its address, and a token the first time only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'support-desk-'))
  const database = join(folder, 'storage/desk.sqlite')
  let token: string | undefined
  try {
    const first = await withDev({ database, last: 'Operator token' }, async (printed) => {
      token = /desk_\S+/.exec(printed)?.[0]
      const url = new URL('/tickets', /http:\S+/.exec(printed)?.[0])
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      expect(await response.json()).toMatchObject({ tickets: [{ id: 1 }, { id: 2 }, { id: 3 }] })
    })
    expect(first).toBe('')
    const second = await withDev({ database, last: 'when it first started' }, async (printed) => {
      expect(printed).not.toContain('desk_')
      const url = new URL('/ops/agents/digest', /http:\S+/.exec(printed)?.[0])
      const response = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBe(503)
      expect(await response.text()).toContain('ANTHROPIC_API_KEY')
    })
    expect(second).toContain('MissingKeyError')
  } finally {
    await rm(folder, { recursive: true })
  }
}, 20_000)
