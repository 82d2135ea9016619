import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { checkLayout, compareVariants, mergeFlows, planEval, runEval, type ResultRow } from '../index.js'
import { clerkEval, files, linesOf, model, rejection, someCases, temporaryRun } from '../test-eval.js'

const pricing = { input: 1_000_000, output: 0 }
const cases = someCases(10)

test('shards run each case once between them, and join to what one run would have left', async () => {
  await using one = await temporaryRun()
  await using two = await temporaryRun()
  await using joined = await temporaryRun()
  const from = [one, two].map((run) => run.options.dir)
  for (const [index, run] of [one, two].entries()) {
    const shard = { index: index + 1, count: 2 }
    await runEval(clerkEval({ main: model(files), pricing }, { cases }), { ...run.options, only: { shard } })
  }
  const merge = { flow: 'clerk', from, into: joined.options.dir }
  const [summary] = await mergeFlows(merge)
  expect(summary).toMatchObject({ variant: 'baseline', cases: 10, ok: 10, cost_usd: 200 })
  // What is joined again is counted once.
  expect(await mergeFlows(merge)).toEqual([summary!])
  const rows = await linesOf<ResultRow>(join(joined.options.dir, 'clerk/baseline/results.jsonl'))
  expect(rows.map((row) => row.prompt_id).toSorted()).toEqual(cases.map(({ id }) => id).toSorted())
  expect(await checkLayout(join(joined.options.dir, 'clerk'))).toEqual([])
  const { plan } = await planEval(clerkEval({ main: model(files), pricing }, { cases }), joined.options)
  expect(plan).toMatchObject({ attempts: [], stale: [], done: { length: 10 } })
  const { dir } = joined.options
  expect(
    (await compareVariants({ dir, flow: 'clerk', baseline: 'baseline', variant: 'baseline' })).metrics[0]?.verdict,
  ).toBe('same')
})

test('two rows of one attempt that differ are refused, and nothing is written', async () => {
  await using one = await temporaryRun({ concurrency: 1 })
  await using two = await temporaryRun({ concurrency: 1 })
  await using joined = await temporaryRun()
  await runEval(clerkEval({ main: model(files) }), one.options)
  await runEval(clerkEval({ main: model(files) }, { grade: () => ({ urgent: 0 }) }), two.options)
  const from = [one.options.dir, two.options.dir]
  const error = await rejection(mergeFlows({ flow: 'clerk', from, into: joined.options.dir }))
  expect(error).toMatchObject({
    code: 'MERGE',
    problems: [expect.stringContaining('another row for c1_rep0'), expect.any(String)],
  })
  expect(await Bun.file(join(joined.options.dir, 'clerk/_state.json')).exists()).toBe(false)
})

test('nothing to join is told', async () => {
  await using run = await temporaryRun()
  expect(await rejection(mergeFlows({ flow: 'clerk', from: [], into: run.options.dir }))).toMatchObject({
    code: 'MERGE',
  })
})

test('a folder without the flow is refused: a shard that is left out would not be missed', async () => {
  await using one = await temporaryRun()
  await using joined = await temporaryRun()
  await runEval(clerkEval({ main: model(files) }), one.options)
  const missing = join(one.options.dir, 'two')
  const error = await rejection(
    mergeFlows({ flow: 'clerk', from: [one.options.dir, missing], into: joined.options.dir }),
  )
  expect(error).toMatchObject({ code: 'MERGE', problems: [`${missing} has no variant of "clerk"`] })
  expect(await readdir(joined.options.dir)).toEqual([])
  expect(await rejection(mergeFlows({ flow: '../up', from: [], into: one.options.dir }))).toMatchObject({
    code: 'EVAL_FOLDER',
  })
})
