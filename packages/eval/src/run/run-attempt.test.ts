import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'bun:test'
import { DiskReporter } from '../disk/disk-reporter.js'
import { runAttempt, runEval, type ResultRow } from '../index.js'
import { clerkEval, files, linesOf, model, rejection, temporaryRun } from '../test-eval.js'

/** A clerk calls twice for one ticket. */
const CALLS = 2

describe('one attempt that is delivered twice at once', () => {
  test('is made once within a process, and both are given its outcome', async () => {
    await using run = await temporaryRun()
    const main = model(files)
    const evaluation = clerkEval({ main })
    const options = { ...run.options, caseId: 'c1' }
    const [one, other, second] = await Promise.all([
      runAttempt(evaluation, options),
      runAttempt(clerkEval({ main }), options),
      runAttempt(evaluation, { ...options, caseId: 'c2' }),
    ])
    expect(one).toMatchObject({ kind: 'scored', row: { prompt_id: 'c1' } })
    expect(other).toEqual(one)
    expect(second).toMatchObject({ kind: 'scored', row: { prompt_id: 'c2' } })
    expect(main.calls).toHaveLength(2 * CALLS)
    expect(await linesOf(join(run.options.dir, 'clerk/baseline/results.jsonl'))).toHaveLength(2)
    expect(await readdir(join(run.options.dir, 'clerk/baseline/resume/claims'))).toEqual([])
  })

  test('is refused beside another process, which asks nobody, and made once that has ended', async () => {
    await using run = await temporaryRun()
    const main = model(files)
    const evaluation = clerkEval({ main })
    const claims = join(run.options.dir, 'clerk/baseline/resume/claims')
    await mkdir(claims, { recursive: true })
    const claim = join(claims, 'c1_rep0')
    // The process that started this one lives as long as it.
    await writeFile(claim, String(process.ppid))
    const options = { ...run.options, caseId: 'c1' }
    expect(await rejection(runAttempt(evaluation, options))).toMatchObject({ code: 'EVAL_FOLDER', path: claim })
    expect(await rejection(runEval(evaluation, run.options))).toMatchObject({ code: 'EVAL_FOLDER', path: claim })
    expect(main.calls).toHaveLength(0)
    // A number that no process has: Linux stops far below it.
    await writeFile(claim, '999999999')
    expect(await runAttempt(evaluation, options)).toMatchObject({ kind: 'scored' })
    expect(main.calls).toHaveLength(CALLS)
  })

  test('is found made where another process finished it just before the claim', async () => {
    await using run = await temporaryRun()
    const main = model(files)
    const options = { ...run.options, caseId: 'c1' }
    class Late extends DiskReporter {
      override async claim(...about: Parameters<DiskReporter['claim']>): Promise<() => Promise<void>> {
        await runAttempt(clerkEval({ main }), options)
        return await super.claim(...about)
      }
    }
    const outcome = await runAttempt(clerkEval({ main }, { reporter: new Late(run.options.dir) }), options)
    const rows = await linesOf<ResultRow>(join(run.options.dir, 'clerk/baseline/results.jsonl'))
    expect(rows).toHaveLength(1)
    expect(outcome).toEqual({ kind: 'scored', row: rows[0]! })
    expect(main.calls).toHaveLength(CALLS)
  })

  test('is refused while a run of the variant goes on', async () => {
    await using run = await temporaryRun({ concurrency: 1 })
    const beside = model(files)
    let refused: unknown
    const main = model(async (request) => {
      refused ??= await rejection(runAttempt(clerkEval({ main: beside }), { ...run.options, caseId: 'c2' }))
      return files(request)
    })
    expect(await runEval(clerkEval({ main }), run.options)).toMatchObject({ end: 'complete', made: 2 })
    expect(refused).toMatchObject({
      code: 'EVAL_FOLDER',
      path: join(run.options.dir, 'clerk/baseline/resume/lock'),
    })
    expect(beside.calls).toHaveLength(0)
  })
})
