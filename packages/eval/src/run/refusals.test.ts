/** What keeps a run from beginning on the disk that it finds, and what it says of others' rows there. Nothing is asked meanwhile. */
import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkLayout, flowFolder, runEval, type Clock } from '../index.js'
import { clerkEval, createDesk, files, linesOf, model, rejection, someCases, temporaryRun } from '../test-eval.js'

/** An eval, and how often its model was asked. */
function counted(changes: Parameters<typeof clerkEval>[1] = {}) {
  let asked = 0
  const main = model((request) => {
    asked += 1
    return files(request)
  })
  return { evaluation: clerkEval({ main }, changes), asked: () => asked }
}

describe('a folder', () => {
  test('that is a file is refused, with the system’s word and the fix', async () => {
    await using run = await temporaryRun()
    const dir = join(run.options.dir, 'file')
    await writeFile(dir, '')
    const { evaluation, asked } = counted()
    const error = await rejection(runEval(evaluation, { ...run.options, dir }))
    expect(error).toMatchObject({ code: 'EVAL_FOLDER', path: join(dir, 'clerk/baseline/traces') })
    expect((error as Error).message).toContain('cannot be used (ENOTDIR)')
    expect(asked()).toBe(0)
  })

  test('whose state cannot be read is refused, and the state stays as it is', async () => {
    await using run = await temporaryRun()
    const folder = flowFolder(run.options.dir, 'clerk')
    await mkdir(folder)
    await writeFile(join(folder, '_state.json'), '{')
    const { evaluation, asked } = counted()
    expect(await rejection(runEval(evaluation, run.options))).toMatchObject({
      code: 'EVAL_FOLDER',
      path: join(folder, '_state.json'),
    })
    expect(asked()).toBe(0)
    expect(await Bun.file(join(folder, '_state.json')).text()).toBe('{')
    // Nothing is left locked.
    await writeFile(join(folder, '_state.json'), JSON.stringify({ metrics: [] }))
    expect((await runEval(evaluation, run.options)).made).toBe(2)
  })

  test('of a flow has a name that stays in its place', async () => {
    for (const flow of ['..', '../up', 'a/b', '', '.', 'nul']) {
      expect(() => flowFolder('evals', flow)).toThrow('is no folder of a flow')
    }
    expect(await checkLayout('no-such-folder')).toEqual(['no-such-folder is no folder.'])
  })
})

test('grading again what was never answered is refused, and nothing is written', async () => {
  await using run = await temporaryRun()
  const { evaluation, asked } = counted()
  expect(await rejection(runEval(evaluation, { ...run.options, regrade: true }))).toMatchObject({
    code: 'RUN_OPTIONS',
    problems: [expect.stringContaining('None of the 2 attempts of clerk/baseline has an answer on disk')],
  })
  expect(asked()).toBe(0)
  expect(await readdir(run.options.dir)).toEqual([])
  // One that is there is graded, and the other is told of.
  await runEval(evaluation, { ...run.options, only: { limit: 1 } })
  const { made, notices } = await runEval(evaluation, { ...run.options, regrade: true })
  expect(made).toBe(1)
  expect(notices).toContainEqual(expect.stringContaining('1 attempt has no answer on disk to grade again'))
})

describe('rows that another eval left under the same name', () => {
  test('are told of: their cases, and their metrics', async () => {
    await using run = await temporaryRun()
    await runEval(clerkEval({ main: model(files) }), run.options)
    const { evaluation } = counted({
      cases: someCases(3).slice(1),
      grade: () => ({ other: 1 }),
      metrics: [{ id: 'other', kind: 'float' }],
    })
    const { notices } = await runEval(evaluation, { ...run.options, stale: 'rerun' })
    expect(notices).toEqual([
      expect.stringContaining('cases that the eval does not have, and they count in the means: c1.'),
      expect.stringContaining('The state of "clerk" has the metrics urgent, and the eval other'),
      expect.stringContaining('has no pricing'),
    ])
  })

  test('are not told of where there are none', async () => {
    await using run = await temporaryRun()
    const pricing = { input: 1, output: 1 }
    const evaluation = clerkEval({ main: model(files), pricing })
    await runEval(evaluation, run.options)
    expect((await runEval(evaluation, { ...run.options, only: { limit: 1 } })).notices).toEqual([])
  })
})

describe('what an app or a hook does wrong', () => {
  test('an app that is none is refused before anything is asked', async () => {
    await using run = await temporaryRun()
    const { evaluation, asked } = counted({ app: (() => null) as never })
    expect(await rejection(runEval(evaluation, run.options))).toBeInstanceOf(Error)
    expect(await rejection(runEval(evaluation, run.options))).toMatchObject({ code: expect.any(String) })
    expect(asked()).toBe(0)
  })

  test('an app that never ends its disposal holds nobody up longer than the limit, and each attempt says so', async () => {
    const pending = new Set<() => void>()
    const clock: Clock = {
      now: () => 0,
      after: (_, run) => {
        pending.add(run)
        return () => void pending.delete(run)
      },
    }
    await using run = await temporaryRun({ clock })
    let disposals = 0
    const app = () => {
      const desk = createDesk({ main: model(files) }, { made: 0, disposed: 0, tornDown: 0 })
      const dispose = (): Promise<void> => {
        disposals += 1
        queueMicrotask(() => {
          // Those of now: one that passes may wait for the next.
          const due = [...pending]
          for (const passes of due) passes()
        })
        return new Promise(() => undefined)
      }
      return Object.assign(desk, { [Symbol.asyncDispose]: dispose })
    }
    const { evaluation } = counted({ cases: someCases(1), app })
    const { results } = await runEval(evaluation, run.options)
    expect(results[0]?.meta.teardown_error).toContain('AttemptTimeoutError')
    // One that was only looked at, and the attempt's own.
    expect(disposals).toBe(2)
  })

  test('what has no text is thrown and told all the same', async () => {
    await using run = await temporaryRun()
    const { evaluation } = counted({
      cases: someCases(1),
      grade: () => {
        throw Object.create(null)
      },
    })
    expect((await runEval(evaluation, run.options)).failed).toBe(1)
    const rows = await linesOf<{ error: string }>(join(run.options.dir, 'clerk/baseline/errors.jsonl'))
    expect(rows.map(({ error }) => error)).toEqual(['Something of the type object was thrown, and it has no text.'])
  })
})
