/** `ai:eval` and the commands on what it leaves: what they print, write and exit with. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Child, command, countOf, openWorkplace, parrotFile, type Finished, type Workplace } from './test-command.js'

let work: Workplace

beforeEach(async () => {
  work = await openWorkplace()
})

afterEach(() => work[Symbol.asyncDispose]())

async function run(...flags: string[]): Promise<Finished> {
  return await new Child([...work.parrot, ...flags], work.env).finish()
}

/** Runs something that must not ask the model, and leave nothing. */
async function refusal(...flags: string[]): Promise<string> {
  const finished = await run(...flags)
  expect(finished).toMatchObject({ code: 2, stdout: '' })
  expect(countOf('[asked]', finished)).toBe(0)
  expect(await readdir(work.dir)).toEqual(['cases.jsonl'])
  return finished.stderr
}

describe('before anything is spent', () => {
  test.each([
    [['--reps', '0'], "argument '0' is invalid. Give a whole number from 1."],
    [['--concurrency', 'NaN'], "argument 'NaN' is invalid"],
    [['--concurrency', '0'], "argument '0' is invalid"],
    [['--cases', '1.5'], "argument '1.5' is invalid"],
    [['--max-cost-usd', '-1'], "argument '-1' is invalid. Give US dollars"],
    [['--variant', '../v1'], 'Variants are baseline and v1, v2'],
    [['--variant', 'v01'], 'Variants are baseline and v1, v2'],
    [['--variant', 'v1000000'], 'Variants are baseline and v1, v2'],
    [['--dir', ''], 'Name a file or folder.'],
    [['--junit', ''], 'Name a file or folder.'],
    [['--file', ' '], 'Name a file or folder.'],
    [['--junit', 'no/such/folder/report.xml'], 'no/such/folder/report.xml cannot be written (ENOENT)'],
    [['--junit', '.'], '. cannot be written (EISDIR)'],
    [['--shard', '3/2'], 'Parts count from 1'],
    [['--max-costs-usd', '5'], "unknown option '--max-costs-usd'\n(Did you mean --max-cost-usd?)"],
    [['another'], 'too many arguments'],
    [['--case', 'c9'], 'id "c9": no case has it'],
    [['--tag', 'none'], 'there are: c1, c2, c3, c4'],
    [['--failed', '--regrade'], 'What failed has no grade to make again'],
  ])('%p is refused', async (flags, reason) => {
    expect(await refusal(...flags)).toContain(reason)
  })

  test('a flow that no file has is refused with the nearest', async () => {
    const finished = await command(['ai:eval', 'parot', '--file', parrotFile])
    expect(finished).toMatchObject({ code: 2, stdout: '' })
    expect(finished.stderr).toContain(
      'No file has the flow "parot". There are: parrot. Did you mean `understudy ai:eval parrot`?',
    )
  })

  test('a file that is named twice is read once, and one that is not there is named', async () => {
    const twice = await command([
      'ai:eval',
      'nothing',
      '--file',
      parrotFile,
      '--file',
      join(parrotFile, '../test-parrot-eval.ts'),
    ])
    expect(twice.stderr).toContain('There are: parrot. Did you mean')
    const none = await command(['ai:eval', '--file', 'none.eval.ts'])
    expect(none).toMatchObject({ code: 2, stdout: '' })
    expect(none.stderr).toContain('none.eval.ts is no file of an eval: there is no such file.')
  })

  test('no cases at all are refused, and no hint is given that is of no help', async () => {
    await work.writeCases([])
    const told = await refusal()
    expect(told).toContain('cases: there are none')
    expect(told).not.toContain('--tag')
  })

  test('an error is one line with its fix, without a stack', async () => {
    const { stderr } = await command(['ai:eval', 'parot', '--file', parrotFile])
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stderr).not.toContain('    at ')
  })
})

describe('a dry run', () => {
  test('calls no model, writes nothing, and says what would run', async () => {
    const finished = await run('--dry-run', '--reps', '2', '--cases', '3')
    expect(finished.code).toBe(0)
    expect(finished.stdout).toContain('to run 6')
    expect(finished.stdout).toContain('c3 (rep 1)')
    expect(countOf('[asked]', finished)).toBe(0)
    expect(await readdir(work.dir)).toEqual(['cases.jsonl'])
  })

  test('of what is done knows the cost of the rest, as JSON too', async () => {
    await run('--case', 'c1')
    const { stdout } = await run('--dry-run', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      flow: 'parrot',
      done: [{ prompt_id: 'c1', rep: 0 }],
      run: [{ prompt_id: 'c2' }, { prompt_id: 'c3' }, { prompt_id: 'c4' }],
      expected_cost_usd: expect.closeTo(0.036, 6),
    })
  })
})

describe('a run', () => {
  test('prints plain lines, what it came to, and leaves a layout that its checker accepts', async () => {
    const finished = await run('--reps', '2')
    expect(finished.code).toBe(0)
    expect(finished.stdout).not.toContain('\u001B')
    expect(finished.stdout).not.toContain('\r')
    expect(finished.stdout).toContain('8/8 done: 8 ok, 0 truncated, 0 failed; $0.0960')
    expect(finished.stdout).toContain('parrot/baseline: complete')
    expect(finished.stdout).toContain('same: 100.0% (95%:')
    expect(await readFile(join(work.dir, 'parrot/baseline/progress.txt'), 'utf8')).toContain('8/8 done')
    expect(await command(['ai:eval:check', 'parrot', '--dir', work.dir])).toMatchObject({ code: 0 })
  })

  test('with --json writes JSON alone to standard output', async () => {
    const { stdout, stderr } = await run('--json', '--tag', 'c1', '--tag', 'c2')
    expect(JSON.parse(stdout)).toMatchObject({ exit: 0, end: 'complete', made: 2, summary: { ok: 2 } })
    expect(stderr).toContain('2/2 done')
  })

  test('with --json keeps what an app prints out of standard output, by whatever it prints', async () => {
    const flags = [...work.parrot, '--json', '--tag', 'c1']
    const { stdout, stderr } = await new Child(flags, { ...work.env, PARROT_PRINTS: '1' }).finish()
    expect(JSON.parse(stdout)).toMatchObject({ exit: 0, made: 1 })
    expect(stderr).toContain('from the app\n')
    expect(stderr).toContain('from its logger\n')
  })

  test('exits with 3 where the disk fails once something was asked, and not as if nothing had been spent', async () => {
    const child = new Child(work.parrot, { ...work.env, PARROT_WAITS: 'model' })
    await child.until('[asked]')
    await rm(join(work.dir, 'parrot/baseline/resume'), { recursive: true })
    child.release(4)
    const finished = await child.finish()
    expect(finished).toMatchObject({ code: 3 })
    expect(finished.stderr).toContain('cannot be used (ENOENT)')
  })

  test('exits with 1 where a gate is not met and was asked for', async () => {
    await work.writeCases([
      { id: 'c1', input: 'Say it.' },
      { id: 'c2', input: 'Say something hard.' },
    ])
    expect(await run()).toMatchObject({ code: 0 })
    const gated = await run('--gate')
    expect(gated).toMatchObject({ code: 1 })
    expect(gated.stdout).toContain('gate same: 0.5, at least 0.9: not met\n')
    // The next step finds what this one wrote.
    expect(gated.stdout).toContain(`understudy ai:eval:report parrot --dir ${work.dir}`)
    expect(countOf('[asked]', gated)).toBe(0)
  })

  test('is stopped by its cost limit with 4, and 0 lets nothing run', async () => {
    expect(await run('--concurrency', '1', '--max-cost-usd', '0.02')).toMatchObject({ code: 4 })
    const none = await run('--variant', 'v1', '--max-cost-usd', '0')
    expect(none.code).toBe(4)
    expect(countOf('[asked]', none)).toBe(0)
  })

  test('says before anything is spent that a limit cannot hold without pricing, and says it once', async () => {
    const child = new Child([...work.parrot, '--max-cost-usd', '1'], { ...work.env, PARROT_UNPRICED: '1' })
    const finished = await child.finish()
    expect(countOf('has no pricing', finished)).toBe(1)
    expect(finished.stderr.indexOf('has no pricing')).toBeLessThan(finished.stderr.indexOf('[asked]'))
  })

  test('prints no escape sequence of what failed', async () => {
    await work.writeCases([{ id: '\u001B[31mred', input: 'Say it.' }])
    const child = new Child(work.parrot, { ...work.env, PARROT_THROWS: 'grade:\u001B[31mred' })
    const { code, stdout } = await child.finish()
    expect(code).toBe(3)
    expect(stdout).toContain('The grade of red throws.')
    expect(stdout).not.toContain('\u001B')
  })

  test('writes a JUnit report', async () => {
    const junit = join(work.dir, 'junit.xml')
    await run('--junit', junit, '--cases', '2')
    expect(await readFile(junit, 'utf8')).toContain('tests="2"')
  })

  test('whose part has no case says so, and judges no gate', async () => {
    await work.writeCases([{ id: 'c1', input: 'Say something hard.' }])
    const parts = await Promise.all(
      ['1/2', '2/2'].map((part) => run('--gate', '--shard', part, '--dir', join(work.dir, part[0]!))),
    )
    expect(new Set(parts.map(({ code }) => code))).toEqual(new Set([0, 1]))
    const empty = parts.find(({ code }) => code === 0)
    expect(empty?.stderr).toContain('Note: No case falls into part')
    expect(empty?.stdout).not.toContain('gate same')
    expect(await run('--case', 'c1', '--json')).toMatchObject({ code: 0 })
  })

  test('of one attempt that has no score says what the gate would need', async () => {
    const child = new Child([...work.parrot, '--gate'], { ...work.env, PARROT_THROWS: 'grade:c1' })
    const { code, stdout } = await child.finish()
    expect(code).toBe(3)
    expect(stdout).toContain(
      'gate same: 1, at least 0.9: not met; 1 attempt has no score, and each counts as the worst',
    )
  })

  test('of shards leaves folders that merge into the whole', async () => {
    const [one, two] = [join(work.dir, 'one'), join(work.dir, 'two')]
    await run('--shard', '1/2', '--dir', one)
    await run('--shard', '2/2', '--dir', two)
    const into = join(work.dir, 'whole')
    const merged = await command(['ai:eval:merge', 'parrot', one, two, '--into', into])
    expect(merged).toMatchObject({ code: 0, stdout: 'parrot/baseline: 4 cases, 4 ok, 0 truncated, 0 failed\n' })
    expect(await command(['ai:eval:check', 'parrot', '--dir', into])).toMatchObject({ code: 0 })
  })
})

describe('what a run left', () => {
  beforeEach(async () => {
    await run()
    await run('--variant', 'v1')
  })

  test('is compared', async () => {
    const args = ['ai:eval:compare', 'parrot', 'baseline', 'v1', '--dir', work.dir]
    expect((await command(args)).stdout).toContain('same: no difference. 100.0% against 100.0% over 4 cases')
    expect(JSON.parse((await command([...args, '--json'])).stdout)).toMatchObject({ flow: 'parrot', variant: 'v1' })
  })

  test('is no comparison with a variant that was never run', async () => {
    const { code, stderr } = await command(['ai:eval:compare', 'parrot', 'baseline', 'v2', '--dir', work.dir])
    expect(code).toBe(2)
    expect(stderr).toContain('understudy ai:eval FLOW --variant VARIANT')
  })

  test('is checked in its own folder alone', async () => {
    const outside = await command(['ai:eval:check', '../parrot', '--dir', join(work.dir, 'deeper')])
    expect(outside).toMatchObject({ code: 2, stdout: '' })
    const missing = await command(['ai:eval:check', 'parot', '--dir', work.dir])
    expect(missing).toMatchObject({ code: 2, stdout: '' })
    expect(missing.stderr).toContain(`${join(work.dir, 'parot')} is no folder of a flow.`)
  })

  test('is not reported where the page cannot be written', async () => {
    const out = join(work.dir, 'none/page.html')
    const { code, stderr } = await command(['ai:eval:report', 'parrot', '--dir', work.dir, '--out', out])
    expect(code).toBe(2)
    expect(stderr).toContain(`${out} cannot be written (ENOENT)`)
  })

  test('is not joined with what is not there', async () => {
    const { code, stdout, stderr } = await command([
      'ai:eval:merge',
      'parrot',
      join(work.dir, 'two'),
      '--into',
      work.dir,
    ])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`${join(work.dir, 'two')} has no variant of "parrot"`)
  })

  test('is reported in one file', async () => {
    const { code, stdout } = await command(['ai:eval:report', 'parrot', '--dir', work.dir])
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${join(work.dir, 'parrot.html')}\n` })
    expect(await readFile(join(work.dir, 'parrot.html'), 'utf8')).toStartWith('<!doctype html>')
  })

  test('is checked, and every departure is named', async () => {
    await writeFile(join(work.dir, 'parrot/v1/results.jsonl'), '{}\n')
    await writeFile(join(work.dir, 'parrot/notes.txt'), '')
    const { code, stdout } = await command(['ai:eval:check', 'parrot', '--dir', work.dir])
    expect(code).toBe(1)
    expect(stdout).toContain('notes.txt is neither _state.json nor a variant.')
    expect(stdout).toContain('v1/results.jsonl:1 has no proper prompt_id.')
  })
})
