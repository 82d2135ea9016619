/** Field cases F33 and F34 through the command, in processes of their own: cut short, edited, failing in every place. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { Child, command, countOf, openWorkplace, parrotFile, type Finished, type Workplace } from './test-command.js'

let work: Workplace

beforeEach(async () => {
  work = await openWorkplace()
})

afterEach(() => work[Symbol.asyncDispose]())

function start(flags: readonly string[], env: Readonly<Record<string, string>> = {}): Child {
  return new Child([...work.parrot, '--reps', '2', '--concurrency', '1', ...flags], { ...work.env, ...env })
}

async function run(...flags: string[]): Promise<Finished> {
  return await start(flags).finish()
}

async function rows(name: string): Promise<unknown[]> {
  const text = await readFile(join(work.dir, 'parrot/baseline', name), 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line))
}

describe('F33: four cases, two reps', () => {
  test('killed after three, of which one threw, only what is missing or failed runs again', async () => {
    const child = start([], { PARROT_WAITS: 'grade', PARROT_THROWS: 'grade:c2' })
    for (const graded of [1, 2, 3]) {
      await child.until('[graded]', graded)
      if (graded < 3) child.release(1)
    }
    child.kill('SIGKILL')
    expect(countOf('[asked]', await child.finish())).toBe(3)
    expect(await rows('results.jsonl')).toMatchObject([{ prompt_id: 'c1', rep: 0 }])
    expect(await rows('errors.jsonl')).toMatchObject([{ prompt_id: 'c2', failure_class: 'grade' }])

    const resumed = await run()
    expect(resumed.code).toBe(0)
    // Three have their answers on disk, graded or not: those are never asked for again.
    expect(countOf('[asked]', resumed)).toBe(5)
    expect(resumed.stdout).toContain('7 made now, 1 done before; of all: 8 ok, 0 truncated, 0 failed')
    expect(await rows('results.jsonl')).toHaveLength(8)
    expect(await command(['ai:eval:check', 'parrot', '--dir', work.dir])).toMatchObject({ code: 0 })
  }, 30_000)

  test('a torn last line costs one run, not the file', async () => {
    await run()
    const file = join(work.dir, 'parrot/baseline/results.jsonl')
    await truncate(file, (await readFile(file)).length - 5)
    const again = await run()
    expect(again).toMatchObject({ code: 0 })
    expect(again.stdout).toContain('1 made now, 7 done before')
    expect(countOf('[asked]', again)).toBe(0)
    expect(await rows('results.jsonl')).toHaveLength(8)
  }, 30_000)

  test('an edited case is stale: refused, named, and run again by itself when that is asked for', async () => {
    await run()
    await work.writeCases(
      ['c1', 'c2', 'c3', 'c4'].map((id) => ({ id, input: id === 'c3' ? 'Edited' : `Say ${id}`, tags: [id] })),
    )
    const refused = await run()
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toMatch(/the case of 2.*c3/)
    expect(refused.stderr).toContain('On the command line: --rerun-stale')
    expect(countOf('[asked]', refused)).toBe(0)

    expect((await run('--dry-run')).stdout).toContain('c3 (rep 1): changed case')
    const again = await run('--rerun-stale')
    expect(again.code).toBe(0)
    expect(countOf('[asked]', again)).toBe(2)
  }, 30_000)

  test('a repeated id is refused before any call, with its line', async () => {
    await work.writeCases(['c1', 'c2', 'c1'].map((id) => ({ id, input: `Say ${id}` })))
    const refused = await run()
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain(`${work.casesFile}:3: the id "c1" is taken by line 1`)
    expect(countOf('[asked]', refused)).toBe(0)
  }, 30_000)
})

describe('F34: two files of evals', () => {
  let broken: string

  beforeEach(async () => {
    broken = join(work.dir, 'broken.eval.ts')
    await Bun.write(broken, 'throw new Error("It throws at import.")')
  })

  test('one that throws at import is named, and the exit is not 0 though the other ran well', async () => {
    const finished = await run('--file', broken)
    // What ran was paid for, so that it is not refused; and not all that was asked for came to its end.
    expect(finished.code).toBe(3)
    expect(finished.stderr).toContain(broken)
    expect(finished.stderr).toContain('It throws at import.')
    expect(finished.stdout).toContain('8 ok, 0 truncated, 0 failed')
    const told = await run('--file', broken, '--json')
    expect(told.code).toBe(3)
    expect(JSON.parse(told.stdout)).toMatchObject({
      exit: 3,
      failed: 0,
      errors: [{ file: broken, error: expect.stringContaining('It throws at import.') }],
    })
    const dry = await run('--file', broken, '--json', '--dry-run')
    expect(dry.code).toBe(2)
    expect(JSON.parse(dry.stdout)).toMatchObject({ exit: 2, errors: [{ file: broken }] })
  }, 30_000)

  test('in the other every hook throws in turn: each failure has its class, and every app is disposed of', async () => {
    const child = start(['--file', broken], { PARROT_THROWS: 'app:c1,setup:c2,grade:c3' })
    const finished = await child.finish()
    expect(finished.code).toBe(3)
    expect(finished.stderr).toContain(broken)
    expect(finished.stdout).toMatch(/failed: c1 \(rep 0\): setup: .*The app of c1 throws\./)
    expect(finished.stdout).toMatch(/failed: c2 \(rep 0\): setup: .*The setup of c2 throws\./)
    expect(finished.stdout).toMatch(/failed: c3 \(rep 0\): grade: .*The grade of c3 throws\./)
    expect(await rows('errors.jsonl')).toHaveLength(6)
    expect(await rows('results.jsonl')).toMatchObject([{ prompt_id: 'c4' }, { prompt_id: 'c4' }])
    expect(countOf('[disposed]', finished)).toBe(countOf('[made]', finished))
  }, 30_000)

  test('alone, it is all that is told', async () => {
    const finished = await command(['ai:eval', 'parrot', '--file', broken])
    expect(finished).toMatchObject({ code: 2, stdout: '' })
    expect(finished.stderr).toContain('No file has the flow "parrot".')
    expect(finished.stderr).toContain(broken)
    expect(finished.stderr).toContain('It throws at import.')
    expect(await command(['ai:eval', '--file', parrotFile, '--file', broken, '--dry-run'])).toMatchObject({ code: 2 })
  })
})
