/** `tool:list` and `tool:call`: an app's tools by hand, through the gate, never in production. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { ran } from './test-app.js'
import { command } from './test-command.js'

const app = ['--app', join(import.meta.dir, 'test-app.ts')]

beforeEach(() => {
  ran.closed = 0
  ran.disposed = 0
})

describe('tool:list', () => {
  test('lists name, route, whether it writes, and what it is for, a line each and without escapes', async () => {
    const { code, stdout } = await command(['tool:list', ...app])
    expect(code).toBe(0)
    expect(stdout).toBe(
      'tickets_show   GET /tickets/:id  Show a ticket. One line.\n' +
        'tickets_close  POST /tickets/:id/close  (writes)  Close a ticket.\n',
    )
    expect(ran.disposed).toBe(1)
  })

  test('has the schemas as JSON', async () => {
    const { stdout } = await command(['tool:list', ...app, '--json'])
    expect(JSON.parse(stdout)).toMatchObject([
      { name: 'tickets_show', inputSchema: { type: 'object', required: ['id'] } },
      { name: 'tickets_close', readOnly: false },
    ])
  })
})

describe('tool:call', () => {
  test('calls as the principal that is named, and says that this is for development', async () => {
    const { code, stdout, stderr } = await command([
      'tool:call',
      'tickets_show',
      ...app,
      '--as',
      'user:7',
      '--input',
      '{"id":1}',
    ])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ id: 1, for: 7, text: '\u001B[31mred' })
    expect(stdout).not.toContain('\u001B')
    expect(stderr).toContain('Local development only: calling tickets_show as user:7.')
    expect(stderr).toContain('GET /tickets/1: 200')
    expect(ran.disposed).toBe(1)
  })

  test.each([
    ['nobody only reads', ['--as', 'anonymous'], { denied: 'scope' }],
    [
      'what the principal did not consent to is out of reach',
      ['--as', 'user:7', '--ability', 'tools:read'],
      { denied: 'scope' },
    ],
    ['what needs a human’s yes waits for it', ['--as', 'user:7'], { denied: 'approval' }],
  ])('the gate decides: %s', async (_, flags, told) => {
    const { code, stdout } = await command([
      'tool:call',
      'tickets_close',
      ...app,
      '--json',
      '--input',
      '{"id":1}',
      ...flags,
    ])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject(told)
    expect(ran.closed).toBe(0)
  })

  test.each([
    [['tickets_shw', '--as', 'user:1'], 'tickets_show'],
    [['tickets_show'], "required option '--as <principal>' not specified"],
    [['tickets_show', '--as', 'root'], 'Say who: --as user:1'],
    [['tickets_show', '--as', 'user:1', '--input', '{id:1}'], 'Give JSON in single quotes'],
    [['constructor', '--as', 'user:1'], 'tickets_show'],
  ])('%p is refused', async (args, reason) => {
    const { code, stdout, stderr } = await command(['tool:call', ...args, ...app])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(reason)
  })

  test('is refused in production, before the app is loaded', async () => {
    const { code, stderr } = await command(['tool:call', 'tickets_show', '--app', 'none.ts', '--as', 'user:1'], {
      env: { NODE_ENV: 'production' },
    })
    expect(code).toBe(2)
    expect(stderr).toContain('tool:call acts as whomever it is told to')
  })

  test('a file without an app is named, with what it exports', async () => {
    const { code, stderr } = await command(['tool:list', '--app', join(import.meta.dir, 'test-command.ts')])
    expect(code).toBe(2)
    expect(stderr).toContain('test-command.ts has no app to call: it exports')
    expect(stderr).toContain('export default () => buildApp(…)')
  })

  test('a file that is not there is named, and not where it was looked for', async () => {
    const { code, stderr } = await command(['tool:list', '--app', 'none.ts'])
    expect(code).toBe(2)
    expect(stderr).toContain('none.ts has no app to call: there is no such file.')
  })
})
