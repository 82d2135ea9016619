/** What providers, tools and hooks say of credentials is in nothing that a run leaves or prints. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command, type Finished } from './test-command.js'
import { SECRETS } from './test-leaky-eval.js'

let dir: string
const printed: Record<string, Finished> = {}
let files: Map<string, string>

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'understudy-secrets-'))
  const flow = ['ai:eval', 'leaker', '--file', join(import.meta.dir, 'test-leaky-eval.ts'), '--dir', dir]
  printed['run'] = await command([...flow, '--junit', join(dir, 'report.xml')])
  printed['json'] = await command([...flow, '--json'])
  printed['report'] = await command(['ai:eval:report', 'leaker', '--dir', dir])
  await Bun.write(join(dir, 'broken.eval.ts'), `throw new Error('No such key: ${SECRETS.key}')`)
  printed['file'] = await command([...flow, '--file', join(dir, 'broken.eval.ts')])
  const names = await readdir(dir, { recursive: true, withFileTypes: true })
  const paths = names.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
  const kept = paths.filter((path) => !path.endsWith('.eval.ts'))
  files = new Map(await Promise.all(kept.map(async (path) => [path, await Bun.file(path).text()] as const)))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

function secretsOf(text: string): string[] {
  return Object.values(SECRETS).filter((secret) => text.includes(secret))
}

describe('no credential', () => {
  test('is printed, by whatever failed', () => {
    for (const { stdout, stderr } of Object.values(printed)) expect(secretsOf(stdout + stderr)).toEqual([])
    expect(printed['run']).toMatchObject({ code: 3, stderr: expect.any(String) })
    expect(printed['run']?.stdout).toContain(
      'provider (rep 0): provider: AI_APICallError: Incorrect API key provided: [redacted].',
    )
    expect(printed['json']?.stdout).toContain('[redacted]')
    expect(printed['file']?.stderr).toContain('No such key: [redacted]')
  })

  test('is in any file but the answers, which are played again word for word', () => {
    const leaking = [...files].filter(([, text]) => secretsOf(text).length > 0).map(([path]) => path)
    expect(leaking.filter((path) => !path.includes('/resume/answers/'))).toEqual([])
    const names = [...files.keys()].map((path) => path.slice(dir.length + 1))
    expect(names).toEqual(expect.arrayContaining(['report.xml', 'leaker.html', 'leaker/baseline/errors.jsonl']))
  })

  test('that a provider said is in the answers either: it has none', () => {
    expect([...files.keys()].filter((path) => path.includes('answers/provider'))).toEqual([])
  })

  test('of a tool stands in a transcript, nor where the model says it again', () => {
    const trace = JSON.parse(files.get(join(dir, 'leaker/baseline/traces/explained_rep0.json')) ?? '[]')
    expect(trace.at(-1)).toEqual({ role: 'assistant', content: 'It is open. [redacted] [redacted]' })
    expect(trace.at(-2).content).toStartWith('{"token":"[redacted]","said":"Incorrect API key provided: [redacted].')
  })
})
