/** Code of an eval that ends the process: in processes of their own. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Child, command, openWorkplace, parrotFile, type Workplace } from './test-command.js'

let work: Workplace

beforeEach(async () => {
  work = await openWorkplace()
})

afterEach(() => work[Symbol.asyncDispose]())

describe('process.exit(0) in the code of an eval', () => {
  test('while attempts are made is no success: what was scored is kept', async () => {
    const child = new Child([...work.parrot, '--concurrency', '1'], { ...work.env, PARROT_EXITS: 'grade' })
    const { code, stderr } = await child.finish()
    expect(code).toBe(3)
    expect(stderr).toContain('The process was ended while attempts were made')
    expect(await new Child(work.parrot, work.env).finish()).toMatchObject({ code: 0 })
  }, 30_000)

  test('at import is a refusal that names the file', async () => {
    const { code, stdout, stderr } = await new Child(work.parrot, { ...work.env, PARROT_EXITS: 'import' }).finish()
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`The process was ended while ${parrotFile} was imported`)
    expect(stderr).toContain('Nothing was spent.')
  }, 30_000)

  test('is watched for only while the command runs', async () => {
    const before = process.listenerCount('exit')
    await writeFile(join(work.dir, 'none.eval.ts'), 'export default 1')
    await command(['ai:eval', '--file', join(work.dir, 'none.eval.ts'), '--dry-run'])
    expect(process.listenerCount('exit')).toBe(before)
  })
})

test('a reader that goes away ends no run', async () => {
  const args = [...work.parrot, '--reps', '5'].map((each) => `'${each}'`).join(' ')
  const bin = join(import.meta.dir, '../bin/understudy.js')
  const shell = Bun.spawn(
    ['sh', '-c', `{ '${process.execPath}' '${bin}' ${args}; echo "ended with $?" >&2; } | true`],
    {
      env: { ...process.env, ...work.env },
      stdout: 'ignore',
      stderr: 'pipe',
    },
  )
  expect(await new Response(shell.stderr).text()).toContain('ended with 0')
  const rows = await Bun.file(join(work.dir, 'parrot/baseline/results.jsonl')).text()
  expect(rows.trim().split('\n')).toHaveLength(20)
}, 30_000)
