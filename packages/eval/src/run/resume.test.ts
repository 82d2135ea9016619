import { appendFile, readFile, symlink, truncate, writeFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'bun:test'
import { checkLayout, planEval, runAttempt, runEval, StaleResultsError, type ResultRow } from '../index.js'
import { asked, Clerk, clerkEval, files, linesOf, model, rejection, someCases, temporaryRun } from '../test-eval.js'

/** Which cases a model was first asked about, in order. */
function questions({ calls }: ReturnType<typeof model>): string[] {
  return calls.filter((call) => call.messages.length === 1).map(asked)
}

describe('resuming', () => {
  test('runs what is missing and what failed, and nothing else', async () => {
    await using run = await temporaryRun({ concurrency: 1, reps: 2 })
    const stop = new AbortController()
    let answered = 0
    const first = model((request) => {
      if (asked(request) === 'Ticket 2') return { error: new Error('No.') }
      answered += 1
      if (answered === 4) stop.abort()
      return files(request)
    })
    const cases = someCases(4)
    const before = await runEval(clerkEval({ main: first }, { cases }), { ...run.options, stop: stop.signal })
    expect(before).toMatchObject({ end: 'interrupted', made: 3, failed: 1 })

    const second = model(files)
    const after = await runEval(clerkEval({ main: second }, { cases }), run.options)
    expect(questions(second)).toEqual(['Ticket 2', 'Ticket 4', 'Ticket 1', 'Ticket 2', 'Ticket 3', 'Ticket 4'])
    expect(after).toMatchObject({ end: 'complete', done: 2, made: 6 })
    expect(await checkLayout(join(run.options.dir, 'clerk'))).toEqual([])
  })

  test('loses one run to half a line at the end, and not the file', async () => {
    await using run = await temporaryRun({ concurrency: 1 })
    const cases = someCases(3)
    await runEval(clerkEval({ main: model(files) }, { cases }), run.options)
    const file = join(run.options.dir, 'clerk/baseline/results.jsonl')
    const whole = await readFile(file)
    await truncate(file, whole.length - 40)

    const main = model(files)
    const result = await runEval(clerkEval({ main }, { cases }), run.options)
    // Its answer is on disk: not even that one is asked again.
    expect(questions(main)).toEqual([])
    expect(result).toMatchObject({
      done: 2,
      made: 1,
      notices: [expect.stringContaining('1 line on disk'), expect.anything()],
    })
    const rows = await linesOf<ResultRow>(file)
    expect(rows.map((row) => row.prompt_id)).toEqual(['c1', 'c2', 'c3'])
    expect(await checkLayout(join(run.options.dir, 'clerk'))).toEqual([])
  })

  test('keeps a last line that lacks its end alone', async () => {
    await using run = await temporaryRun()
    await runEval(clerkEval({ main: model(files) }), run.options)
    const file = join(run.options.dir, 'clerk/baseline/results.jsonl')
    await truncate(file, (await readFile(file)).length - 1)
    const cases = someCases(3)
    expect(await runEval(clerkEval({ main: model(files) }, { cases }), run.options)).toMatchObject({ done: 2, made: 1 })
    expect(await linesOf(file)).toHaveLength(3)
  })

  test('reads on after a line in the middle that cannot be read', async () => {
    await using run = await temporaryRun()
    const file = join(run.options.dir, 'clerk/baseline/results.jsonl')
    await runEval(clerkEval({ main: model(files) }), run.options)
    const [one, two] = (await readFile(file, 'utf8')).split('\n')
    await writeFile(file, `${one}\n{"prompt_id": 7}\n\u0000\n{"__proto__": 1}\n${two}\n`)
    const result = await runEval(clerkEval({ main: model(files) }), run.options)
    expect(result).toMatchObject({ done: 2, made: 0 })
    expect(result.notices[0]).toStartWith('3 lines on disk could not be read')
  })

  test('refuses a repeated id before anything runs', async () => {
    await using run = await temporaryRun()
    const main = model(files)
    const cases = [...someCases(2), { id: 'c1', input: 'Again' }, { id: 'C2', input: 'On a Mac' }]
    const error = await rejection(runEval(clerkEval({ main }, { cases }), run.options))
    expect(error).toMatchObject({
      code: 'EVAL_CASE',
      problems: [
        { where: 'case 3', problem: 'the id "c1" is taken by an earlier case' },
        { where: 'case 4', problem: 'the id "C2" would share its files with "c2"' },
      ],
    })
    expect(main.calls).toHaveLength(0)
    expect(await Bun.file(join(run.options.dir, 'clerk/_state.json')).exists()).toBe(false)
  })
})

describe('what a row was made of', () => {
  const cases = someCases(2)

  /** What is refused after a change, and asked once it is run again. */
  async function afterChange(changes: Parameters<typeof clerkEval>[1], models = { main: model(files) }) {
    await using run = await temporaryRun({ concurrency: 1 })
    await runEval(clerkEval({ main: model(files) }, { cases }), run.options)
    const changed = clerkEval(models, { cases, ...changes })
    const refused = await rejection(runEval(changed, run.options))
    if (!(refused instanceof StaleResultsError)) throw refused
    expect(models.main.calls).toHaveLength(0)
    const result = await runEval(changed, { ...run.options, stale: 'rerun' })
    expect(await checkLayout(join(run.options.dir, 'clerk'))).toEqual([])
    expect(result.results).toHaveLength(2)
    return { stale: refused.stale, asked: questions(models.main), result, refused }
  }

  test('an edited case is stale alone, and is asked again', async () => {
    const { stale, asked, refused } = await afterChange({ cases: [cases[0]!, { ...cases[1]!, input: 'Edited' }] })
    expect(stale).toEqual([{ prompt_id: 'c2', rep: 0, changed: ['case'] }])
    expect(refused.message).toStartWith(
      '1 result of clerk/baseline was made of something else (changed: the case of 1; case c2)',
    )
    expect(asked).toEqual(['Edited'])
  })

  test('an edited expectation is graded again, and asked of nobody', async () => {
    const { stale, asked, result } = await afterChange({
      cases: [cases[0]!, { ...cases[1]!, expected: { urgent: false } }],
    })
    expect(stale).toEqual([{ prompt_id: 'c2', rep: 0, changed: ['case'] }])
    expect(asked).toEqual([])
    expect(result.summary.metrics['urgent']?.mean).toBe(0.5)
  })

  test('an edited grader makes all stale, and none is asked again', async () => {
    const { stale, asked, result } = await afterChange({ grade: () => ({ urgent: 0 }) })
    expect(stale.map(({ changed }) => changed)).toEqual([['grader'], ['grader']])
    expect(asked).toEqual([])
    expect(result.summary.metrics['urgent']?.mean).toBe(0)
    expect(result.results[0]?.meta).toMatchObject({ regraded: true })
  })

  test('edited instructions, tools and settings make all stale, and all are asked again', async () => {
    class Polite extends Clerk {
      override instructions = 'You file tickets, please.'
    }
    class Cold extends Clerk {
      temperature = 0
    }
    for (const agent of [Polite, Cold]) {
      const { stale, asked } = await afterChange({ agent, flow: 'clerk' })
      expect(stale.map(({ changed }) => changed)).toEqual([['agent'], ['agent']])
      expect(asked).toEqual(['Ticket 1', 'Ticket 2'])
    }
  })

  test('another model makes all stale', async () => {
    const { stale } = await afterChange({}, { main: model(files, 'clerk-2') })
    expect(stale.map(({ changed }) => changed)).toEqual([['agent'], ['agent']])
  })
})

describe('an answer is paid for once', () => {
  test('a grader that crashes finds it on disk, with the end state that its tools left', async () => {
    await using run = await temporaryRun()
    const crash = clerkEval(
      { main: model(files), pricing: { input: 1_000_000, output: 0 } },
      {
        grade: () => {
          throw new Error('Off by one.')
        },
      },
    )
    const first = await runEval(crash, run.options)
    expect(first).toMatchObject({ failed: 2, summary: { cost_usd: 40 } })

    const main = model(files)
    const mended = clerkEval({ main, pricing: { input: 1_000_000, output: 0 } })
    const second = await runEval(mended, { ...run.options, failed: true })
    expect(main.calls).toHaveLength(0)
    expect(second.summary).toMatchObject({ ok: 2, failed: 0, cost_usd: 40 })
    expect(second.summary.metrics['urgent']?.mean).toBe(1)
    expect(second.results[0]).toMatchObject({ usage: { input_tokens: 20 }, meta: { regraded: true, cost_usd: 20 } })
  })

  test('grading again asks no model, replaces the rows, and says what was never answered', async () => {
    await using run = await temporaryRun()
    await runEval(clerkEval({ main: model(files) }), run.options)
    const main = model(files)
    const stricter = clerkEval({ main }, { cases: someCases(3), grade: () => ({ urgent: 0 }) })
    const result = await runEval(stricter, { ...run.options, regrade: true })
    expect(main.calls).toHaveLength(0)
    expect(result).toMatchObject({ made: 2, summary: { ok: 2 } })
    expect(result.notices).toContain('1 attempt has no answer on disk to grade again. Run without { regrade }.')
    expect(await linesOf(join(run.options.dir, 'clerk/baseline/results.jsonl'))).toHaveLength(2)
  })
})

describe('looking before spending', () => {
  test('tells what is done, stale and to run, and what it may cost; asks no model and writes nothing', async () => {
    await using run = await temporaryRun()
    const pricing = { input: 1_000_000, output: 0 }
    await runEval(clerkEval({ main: model(files), pricing }), run.options)
    const main = model(files)
    const [first, second] = someCases(2)
    const cases = [first!, { ...second!, input: 'Edited' }, ...someCases(4).slice(2)]
    const dry = await planEval(clerkEval({ main, pricing }, { cases }), run.options)
    expect(dry.plan.done).toEqual([{ prompt_id: 'c1', rep: 0 }])
    expect(dry.plan.stale).toMatchObject([{ prompt_id: 'c2' }])
    expect(dry.plan.attempts.map(({ promptId }) => promptId)).toEqual(['c2', 'c3', 'c4'])
    expect(dry.expectedCostUsd).toBe(60)
    expect(main.calls).toHaveLength(0)
    const elsewhere = await planEval(clerkEval({ main, pricing }), { ...run.options, variant: 'v1' })
    // A new variant is expected to take what the baseline took.
    expect(elsewhere.expectedCostUsd).toBe(40)
    const unpriced = await planEval(clerkEval({ main }), { ...run.options, variant: 'v1' })
    expect(unpriced.expectedCostUsd).toBeNull()
    expect(await Bun.file(join(run.options.dir, 'clerk/v1/results.jsonl')).exists()).toBe(false)
  })
})

describe('one attempt by itself', () => {
  test('is made once, however often it is asked for', async () => {
    await using run = await temporaryRun()
    const main = model(files)
    const evaluation = clerkEval({ main })
    const first = await runAttempt(evaluation, { ...run.options, caseId: 'c2', rep: 1 })
    const again = await runAttempt(evaluation, { ...run.options, caseId: 'c2', rep: 1 })
    expect(first).toMatchObject({ kind: 'scored', row: { prompt_id: 'c2', rep: 1, grade: { urgent: 1 } } })
    expect(again).toEqual(first)
    expect(questions(main)).toEqual(['Ticket 2'])
    expect(await checkLayout(join(run.options.dir, 'clerk'))).toEqual([])
    expect(await runAttempt(evaluation, { ...run.options, caseId: 'c2' })).toMatchObject({ kind: 'scored' })
    const summary = await Bun.file(join(run.options.dir, 'clerk/baseline/summary.json')).json()
    expect(summary).toMatchObject({ cases: 1, ok: 2 })
    const limited = await runAttempt(evaluation, { ...run.options, caseId: 'c1', maxCostUsd: 0 })
    expect(limited).toEqual({ kind: 'limited' })
  })
})

test('attempts of several at once leave every row whole', async () => {
  await using run = await temporaryRun()
  const evaluation = clerkEval({ main: model(files) }, { cases: someCases(12) })
  const file = join(run.options.dir, 'clerk/baseline/results.jsonl')
  await runAttempt(evaluation, { ...run.options, caseId: 'c1' })
  await appendFile(file, '{"half')
  await Promise.all(someCases(12).map(({ id }) => runAttempt(evaluation, { ...run.options, caseId: id })))
  // What was half a line before is ended, and not cut off: it could have been somebody's.
  const { results, notices } = await runEval(evaluation, run.options)
  expect(results).toHaveLength(12)
  expect(notices[0]).toStartWith('1 line on disk could not be read')
})

describe('the folder', () => {
  test('keeps its state and what others wrote into its summary', async () => {
    await using run = await temporaryRun()
    const folder = join(run.options.dir, 'clerk')
    await runEval(clerkEval({ main: model(files) }), run.options)
    const state = await readFile(join(folder, '_state.json'), 'utf8')
    const summary = await Bun.file(join(folder, 'baseline/summary.json')).json()
    await writeFile(join(folder, 'baseline/summary.json'), JSON.stringify({ ...summary, note: 'ours', ok: -1 }))
    await runEval(clerkEval({ main: model(files) }, { cases: someCases(9) }), { ...run.options, variant: 'v1' })
    await runEval(clerkEval({ main: model(files) }), run.options)
    expect(await readFile(join(folder, '_state.json'), 'utf8')).toBe(state)
    expect(await Bun.file(join(folder, 'baseline/summary.json')).json()).toMatchObject({ note: 'ours', ok: 2 })
  })

  test('takes ids that could climb out of it under a safe name', async () => {
    await using run = await temporaryRun()
    const ids = ['../../etc/passwd', 'a/b', '.', 'constructor', 'Ünï cödé', 'x'.repeat(500), '__proto__']
    const cases = ids.map((id) => ({ id, input: `About ${id}` }))
    const { results } = await runEval(clerkEval({ main: model(files) }, { cases }), run.options)
    expect(results.map((row) => row.meta.original_id ?? row.prompt_id).toSorted()).toEqual(ids.toSorted())
    expect(results.every((row) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(row.prompt_id))).toBe(true)
    expect(await checkLayout(join(run.options.dir, 'clerk'))).toEqual([])
  })

  test('is refused where a part of it is a symbolic link, and nothing is asked or written', async () => {
    for (const part of [
      'clerk',
      'clerk/baseline',
      'clerk/baseline/results.jsonl',
      'clerk/baseline/traces',
      'clerk/_state.json',
    ]) {
      await using run = await temporaryRun()
      await using elsewhere = await temporaryRun()
      const link = join(run.options.dir, part)
      await mkdir(join(link, '..'), { recursive: true })
      await symlink(join(elsewhere.options.dir, 'target'), link)
      const main = model(files)
      expect(await rejection(runEval(clerkEval({ main }), run.options))).toMatchObject({
        code: 'EVAL_FOLDER',
        path: link,
      })
      expect(main.calls).toHaveLength(0)
      expect(await Bun.file(join(elsewhere.options.dir, 'target')).exists()).toBe(false)
    }
  })

  test('is of one run at a time, and of nobody once that is killed', async () => {
    await using run = await temporaryRun({ concurrency: 1 })
    const second = model(files)
    let refused: unknown
    const first = model(async (request) => {
      refused ??= await rejection(runEval(clerkEval({ main: second }), run.options))
      return files(request)
    })
    expect(await runEval(clerkEval({ main: first }), run.options)).toMatchObject({ end: 'complete', made: 2 })
    const lock = join(run.options.dir, 'clerk/baseline/resume/lock')
    expect(refused).toMatchObject({ code: 'EVAL_FOLDER', path: lock })
    expect(second.calls).toHaveLength(0)
    expect(await Bun.file(lock).exists()).toBe(false)
    // A number that no process has: Linux stops far below it.
    for (const left of ['999999999', 'half a number', String(process.pid)]) {
      await writeFile(lock, left)
      expect(await runEval(clerkEval({ main: second }), run.options)).toMatchObject({ end: 'complete', done: 2 })
    }
  })

  test('that departs from the contract is told apart in every point', async () => {
    await using run = await temporaryRun()
    const folder = join(run.options.dir, 'clerk')
    await runEval(clerkEval({ main: model(files) }), run.options)
    const rows = await linesOf<Record<string, unknown>>(join(folder, 'baseline/results.jsonl'))
    const twice = { ...rows[0], grade: { urgent: '1' }, tool_calls: [] }
    await appendFile(join(folder, 'baseline/results.jsonl'), `${JSON.stringify(twice)}\n{"half`)
    await writeFile(join(folder, 'baseline/traces/c1_rep0.json'), '[{"role":"robot"}]')
    await writeFile(join(folder, 'notes.txt'), '')
    expect((await checkLayout(folder)).toSorted()).toEqual([
      'baseline/results.jsonl ends in half a line.',
      'baseline/results.jsonl:3 has no proper grade.',
      'baseline/results.jsonl:3 has no proper tool_calls.',
      expect.stringMatching(/^baseline\/results.jsonl:3 repeats c\d_rep0\.$/),
      'baseline/results.jsonl:4 is no JSON object.',
      'baseline/traces/c1_rep0.json is no list of turns.',
      'notes.txt is neither _state.json nor a variant.',
    ])
    expect(await checkLayout(join(folder, 'nowhere'))).toEqual([`${join(folder, 'nowhere')} is no folder.`])
  })
})

test('options that mean nothing are refused together, before anything runs', async () => {
  const main = model(files)
  const options = {
    variant: '../v1',
    reps: 0,
    concurrency: Number.NaN,
    maxCostUsd: -1,
    only: { shard: { index: 3, count: 2 } },
  }
  const error = await rejection(runEval(clerkEval({ main }), options))
  expect(error).toMatchObject({ code: 'RUN_OPTIONS', problems: { length: 5 } })
  expect(main.calls).toHaveLength(0)
})
