// The demo: what it prints, that it prints the same each time, that it leaves nothing behind, and that it can fail.

import { expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TicketIntake } from '../src/agents/ticket-intake'
import { playDemo } from '../src/demo/play-demo'
import { printCall } from '../src/demo/print-call'
import { printable } from '../src/demo/printable'
import { openDesk } from './open-desk'

async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'support-desk-test-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs `bun run demo` with temporary files in a folder. */
async function runDemo(folder: string): Promise<{ code: number; printed: string; complaint: string }> {
  const child = Bun.spawn([process.execPath, 'run', '--silent', 'demo'], {
    cwd: join(import.meta.dir, '..'),
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [printed, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, printed, complaint }
}

test('the demo shows what the model saw, which tools ran, and which gate refused what', async () => {
  await withFolder(async (folder) => {
    const { code, printed, complaint } = await runDemo(folder)

    expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
    for (const line of [
      '> POST /ops/agents/digest',
      '    instructions  You write a short digest of the open support tickets.',
      '    tools         tickets_index(status)',
      '    user          Today is 2026-03-02. Write the digest.',
      '    tickets_index {"status":"open"}',
      '      the route at /tickets answered 200',
      '    tickets_close {"id":1}',
      '      REFUSED by the gate "approval" at /tickets/1/close, so the handler did not run',
      '    I closed ticket 1.',
      'ok: the ticket is as it was',
      '> POST /ops/approvals/(id)/approve',
      'ok: the yes alone closed nothing',
      '      the route at /tickets/1/close answered 200',
      'ok: the ticket is closed',
      'ok: the yes is spent: a third call waits for another',
      '> POST /chat {"message":"Since when?"}, in the same conversation',
      '< 200 text/event-stream',
      '<   "Ticket 1: "',
      '<   "a printer smokes."',
      '    user          What is ticket 1 about?',
      '    assistant     Ticket 1: a printer smokes.',
      'ok: the second question had the first turn before it',
    ]) {
      expect(printed.split('\n')).toContain(line)
    }
    expect(await readdir(folder)).toEqual([])
  })
}, 20_000)

test('the demo prints the same each time, and nothing that would steer a terminal', async () => {
  await withFolder(async (folder) => {
    const play = async (name: string): Promise<string[]> => {
      const lines: string[] = []
      await playDemo(join(folder, name), (line) => lines.push(...line.split('\n')))
      return lines
    }
    const first = await play('first.sqlite')

    expect(await play('second.sqlite')).toEqual(first)
    expect(first.filter((line) => /[\p{Cc}\p{Cf}]/u.test(line))).toEqual([])
  })
})

test('the demo fails on a database that is in use', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'desk.sqlite')
    await playDemo(path, () => {})

    const failure = await playDemo(path, () => {}).catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: expect.stringContaining('needs a new database') })
  })
})

test('what a model says cannot steer the terminal that shows it', async () => {
  using desk = await openDesk()
  using ai = desk.http.fakeAi()
  ai.respond(TicketIntake, [
    {
      toolCalls: [{ name: 'tickets_create\u001b[2J', input: { subject: '\u202egnp.exe' }, invalid: true }],
      then: 'Done\r\n\u001b]0;owned\u0007 \u009b31m',
    },
  ])
  const mail = { from: 'grace@example.com', subject: '\u001b[31m', text: 'Hello' }
  await desk.http.withToken(desk.gatewayToken).post('/intake', mail).assertStatus(422)

  const lines = printCall('ticket-intake', ai.calls(TicketIntake)[0]!)

  expect(lines.filter((line) => /[\p{Cc}\p{Cf}]/u.test(line))).toEqual([])
  expect(lines.join('\n')).toContain('Done\\u{d}\\u{a}\\u{1b}]0;owned\\u{7} \\u{9b}31m')
})

test('a long text is shortened, between characters', () => {
  expect(printable('🖨️🔥🖨️🔥', 2)).toBe('🖨️ …')
  expect(printable({ a: [1, 'x'] })).toBe('{"a":[1,"x"]}')
})
