/** Runs that are not the whole of what was asked for, and may not pass for it. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'bun:test'
import { exitCodeOf, planEval, runEval, type ErrorRow, type ResultRow } from '../index.js'
import { asked, clerkEval, files, linesOf, model, rejection, someCases, temporaryRun, type Seen } from '../test-eval.js'

const PRICING = { input: 1_000_000, output: 2_000_000 }

function noneSeen(): Seen {
  return { made: 0, disposed: 0, tornDown: 0 }
}

/** Cuts short every answer but those to these tickets. */
function cutsAllBut(...whole: readonly string[]) {
  return model((request) =>
    whole.includes(asked(request).replace('Ticket ', '')) ? files(request) : { text: '{"urg', finishReason: 'length' },
  )
}

describe('answers that were cut short', () => {
  test('meet no gate that they could bring down, and exit as what did not conclude, also when run again', async () => {
    await using run = await temporaryRun()
    const evaluation = clerkEval({ main: cutsAllBut('1') }, { cases: someCases(4), gates: { urgent: { min: 0.9 } } })
    const result = await runEval(evaluation, run.options)
    expect(result).toMatchObject({ failed: 0, truncated: 3, summary: { ok: 1, truncated: 3 } })
    expect(result.summary.metrics['urgent']?.mean).toBe(1)
    expect(result.gates).toEqual([{ metric: 'urgent', min: 0.9, mean: 1, unscored: 3, met: false }])
    expect(exitCodeOf(result, { gate: true })).toBe(3)
    const again = await runEval(evaluation, run.options)
    expect(again).toMatchObject({ made: 0, truncated: 3 })
    expect(exitCodeOf(again)).toBe(3)
  })

  test('leave a gate met that holds whatever they would have been', async () => {
    await using run = await temporaryRun()
    const gates = { urgent: { min: 0.5, max: 1 } }
    const { gates: judged } = await runEval(
      clerkEval({ main: cutsAllBut('1', '2') }, { cases: someCases(4), gates }),
      run.options,
    )
    expect(judged).toEqual([{ metric: 'urgent', min: 0.5, max: 1, mean: 1, unscored: 2, met: true }])
  })
})

describe('a teardown that fails', () => {
  const teardown = (): never => {
    throw new Error('The database is still there.')
  }

  test('leaves the scores, and is told with the row and beside the numbers', async () => {
    await using run = await temporaryRun()
    const { results, notices, failed } = await runEval(clerkEval({ main: model(files) }, { teardown }), run.options)
    expect(failed).toBe(0)
    expect(results.map(({ meta }) => meta.teardown_error)).toEqual(Array(2).fill('Error: The database is still there.'))
    expect(notices.join('\n')).toContain('Teardown failed after 2 attempts')
    expect(notices.join('\n')).toContain('Teardown failed of the app that the agent was looked at on')
  })

  test('of attempts that failed is told with their rows', async () => {
    await using run = await temporaryRun()
    const fail = (): never => {
      throw new Error('No seed.')
    }
    for (const [index, changes] of [{ setup: fail }, { grade: fail }].entries()) {
      const options = { ...run.options, variant: `v${index}` }
      const { notices } = await runEval(clerkEval({ main: model(files) }, { teardown, ...changes }), options)
      expect(notices.join('\n')).toContain('Teardown failed after 2 attempts')
      const [row] = await linesOf<ErrorRow>(join(run.options.dir, `clerk/v${index}/errors.jsonl`))
      expect(row?.error).toBe('Error: No seed.\nTeardown failed, too: Error: The database is still there.')
    }
  })

  test('is not missing where the agent was only looked at', async () => {
    await using run = await temporaryRun()
    const seen = noneSeen()
    await planEval(clerkEval({ main: model(files) }, {}, seen), run.options)
    expect(seen).toEqual({ made: 1, disposed: 1, tornDown: 1 })
  })
})

describe('grading again', () => {
  test('is refused where a score would stay that has no answer, and asks and writes nothing', async () => {
    await using run = await temporaryRun()
    await runEval(clerkEval({ main: model(files) }), run.options)
    await rm(join(run.options.dir, 'clerk/baseline/resume/answers/c1_rep0.json'))
    const rows = join(run.options.dir, 'clerk/baseline/results.jsonl')
    const before = await Bun.file(rows).text()
    const main = model(files)
    const stricter = clerkEval({ main }, { grade: () => ({ urgent: 0 }) })
    expect(await rejection(runEval(stricter, { ...run.options, regrade: true }))).toMatchObject({
      code: 'RUN_OPTIONS',
      problems: [expect.stringContaining('c1_rep0 has a score and no answer on disk')],
    })
    expect(main.calls).toHaveLength(0)
    expect(await Bun.file(rows).text()).toBe(before)
    // What the refusal says to do.
    const both = await runEval(stricter, { ...run.options, stale: 'rerun' })
    expect(both.summary.metrics['urgent']).toMatchObject({ mean: 0, cases: 2 })
    expect(main.calls).toHaveLength(2)
  })

  test('of some cases says that others were graded by another grader', async () => {
    await using run = await temporaryRun()
    await runEval(clerkEval({ main: model(files) }), run.options)
    const stricter = clerkEval({ main: model(files) }, { grade: () => ({ urgent: 0 }) })
    const options = { ...run.options, regrade: true, only: { ids: ['c1'] } }
    const { notices } = await runEval(stricter, options)
    expect(notices.join()).toContain('1 result of the variant was made by another agent, grader or judge')
  })
})

describe('a choice that leaves no case', () => {
  const cases = [
    { id: 'c1', input: 'One', tags: ['a'] },
    { id: 'c2', input: 'Two', tags: ['b'] },
  ]

  test('is refused, and nothing is asked or written', async () => {
    await using run = await temporaryRun()
    const main = model(files)
    const refused = runEval(clerkEval({ main }, { cases }), { ...run.options, only: { ids: ['c1'], tags: ['b'] } })
    expect(await rejection(refused)).toMatchObject({ code: 'EVAL_CASE', chosen: true })
    expect(main.calls).toHaveLength(0)
    expect(await readdir(run.options.dir)).toEqual([])
  })

  test('because a hash gave this part none is said, and judged by no gate', async () => {
    const told: string[] = []
    for (const index of [1, 2, 3]) {
      await using run = await temporaryRun({ only: { shard: { index, count: 3 } } })
      const gates = { urgent: { min: 0.9 } }
      const result = await runEval(clerkEval({ main: model(files) }, { cases: someCases(1), gates }), run.options)
      if (result.made > 0) continue
      expect(result.gates).toEqual([])
      expect(exitCodeOf(result, { gate: true })).toBe(0)
      told.push(...result.notices.filter((notice) => notice.startsWith('No case falls into part')))
    }
    expect(told).toHaveLength(2)
  })
})

test('what rows say that they cost counts for the limit where the ledger was taken away', async () => {
  await using run = await temporaryRun({ concurrency: 1 })
  const main = model(files)
  const evaluation = clerkEval({ main, pricing: PRICING }, { cases: someCases(3) })
  await runEval(evaluation, { ...run.options, only: { limit: 2 } })
  await rm(join(run.options.dir, 'clerk/baseline/resume'), { recursive: true })
  const result = await runEval(evaluation, { ...run.options, maxCostUsd: 56 })
  expect(result).toMatchObject({ end: 'cost-limit', made: 0, summary: { cost_usd: 56 } })
  expect(main.calls).toHaveLength(4)
  const rows = await linesOf<ResultRow>(join(run.options.dir, 'clerk/baseline/results.jsonl'))
  expect(rows.map(({ meta }) => meta.cost_usd)).toEqual([28, 28])
})
