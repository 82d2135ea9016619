import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppSetupError, createApp, fileAudit, routeTool, type AuditRecord } from '../index.js'
import { call } from '../test-call.js'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'file-audit-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function linesOf(file: string): AuditRecord[] {
  const text = readFileSync(file, 'utf8')
  expect(text.endsWith('\n')).toBe(true)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditRecord)
}

describe('fileAudit()', () => {
  test('makes the directories, and has the line written when the call is over', async () => {
    const file = join(folder, 'a', 'b', 'audit.jsonl')
    const app = createApp({ audit: fileAudit(file) }).get('/x', routeTool('x', { description: 'X.' }), (c) => c.json(1))
    await call(app, 'x')
    expect(linesOf(file)).toMatchObject([{ tool: 'x', outcome: 'ok', status: 200, input: {} }])
  })

  test('writes lines whole and in the order in which calls end, also when they run at once', async () => {
    const file = join(folder, 'audit.jsonl')
    const ids = Array.from({ length: 30 }, (_, index) => `${index} line\n"break"\u{2028}${'x'.repeat(5000)}`)
    const pauses = new Map(ids.map((id) => [id, Promise.withResolvers<void>()]))
    const app = createApp({ audit: fileAudit(file) })
    app.post('/x/:id', routeTool('x', { description: 'X.' }), async (c) => {
      await pauses.get(c.req.param('id'))?.promise
      return c.json('ran')
    })
    const calls = ids.map((id) => call(app, 'x', { input: { id } }))
    const ended: string[] = []
    for (const [index, id] of [...ids.entries()].toReversed()) {
      pauses.get(id)?.resolve()
      expect((await calls[index])?.status).toBe(200)
      ended.push(id)
    }
    expect(linesOf(file).map(({ input }) => (input as { id: string }).id)).toEqual(ended)
  })

  test('appends to what is there, and begins anew where the file was moved away', async () => {
    const file = join(folder, 'deep', 'audit.jsonl')
    for (const name of ['one', 'two']) {
      const app = createApp({ audit: fileAudit(file) })
      app.get('/', routeTool(name, { description: 'X.' }), (c) => c.json(1))
      await call(app, name)
    }
    expect(linesOf(file).map(({ tool }) => tool)).toEqual(['one', 'two'])
    const sink = fileAudit(file)
    renameSync(join(folder, 'deep'), join(folder, 'moved'))
    sink({ tool: 'three' } as AuditRecord)
    expect(linesOf(file)).toEqual([{ tool: 'three' } as AuditRecord])
  })

  test('that cannot write fails no call', async () => {
    const app = createApp({ audit: fileAudit(folder) }).get('/x', routeTool('x', { description: 'X.' }), (c) =>
      c.json('ran'),
    )
    expect((await call(app, 'x')).output).toBe('ran')
    expect(() => fileAudit(folder)({} as AuditRecord)).toThrow(expect.objectContaining({ code: 'EISDIR' }))
  })

  test('refuses what is no path', () => {
    for (const path of ['', ' ', undefined, 5]) expect(() => fileAudit(path as never)).toThrow(AppSetupError)
  })
})
