import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppSetupError, createApp, DeliveryError, fileAudit, routeTool, type AuditRecord } from '../index.js'
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

  test('that can write no longer fails no call, and says what can be done about it', async () => {
    const file = join(folder, 'audit.jsonl')
    const app = createApp({ audit: fileAudit(file) }).get('/x', routeTool('x', { description: 'X.' }), (c) =>
      c.json('ran'),
    )
    mkdirSync(file)
    const warned = Promise.withResolvers<Error>()
    const hear = (warning: Error): void => {
      if (warning instanceof DeliveryError && warning.file === file) warned.resolve(warning)
    }
    process.on('warning', hear)
    expect((await call(app, 'x')).output).toBe('ran')
    const warning = await warned.promise
    process.off('warning', hear)
    expect(warning).toMatchObject({ option: 'audit', cause: { code: 'EISDIR' } })
    expect(warning.message).toContain(`Let the process write to ${JSON.stringify(file)} again`)
    expect(warning.message).not.toContain('Catch')
  })

  test('is refused when it is made where nothing can be written, and makes nothing by itself', () => {
    const file = join(folder, 'audit.jsonl')
    writeFileSync(file, '')
    for (const [path, why] of [
      [folder, 'it is a directory'],
      [join(file, 'audit.jsonl'), `${JSON.stringify(file)} is no directory`],
      [join(file, 'deep', 'audit.jsonl'), `${JSON.stringify(file)} is no directory`],
    ] as const) {
      expect(() => fileAudit(path)).toThrow(AppSetupError)
      expect(() => fileAudit(path)).toThrow(why)
    }
    expect(() => fileAudit(join(folder, 'a', 'b.jsonl'))).not.toThrow()
    expect(readdirSync(folder)).toEqual(['audit.jsonl'])
  })

  // Root may write anywhere.
  test.skipIf(process.getuid?.() === 0)('is refused where the process has no right to write', () => {
    chmodSync(folder, 0o500)
    expect(() => fileAudit(join(folder, 'audit.jsonl'))).toThrow('EACCES')
    chmodSync(folder, 0o700)
  })

  test('refuses what is no path', () => {
    for (const path of ['', ' ', undefined, 5]) expect(() => fileAudit(path as never)).toThrow(AppSetupError)
  })
})
