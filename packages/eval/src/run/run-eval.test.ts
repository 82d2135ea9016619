import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { exitCodeOf, runEval, type ResultRow, type TraceTurn } from '../index.js'
import {
  asked,
  clerkEval,
  files,
  linesOf,
  model,
  rejection,
  someCases,
  StillClock,
  temporaryRun,
  type Seen,
} from '../test-eval.js'

const PRICING = { input: 1_000_000, output: 2_000_000 }

function noneSeen(): Seen {
  return { made: 0, disposed: 0, tornDown: 0 }
}

describe('a run', () => {
  test('asks the agent on a fresh app for each attempt, grades what it left, and writes the row', async () => {
    await using run = await temporaryRun({ reps: 2, concurrency: 1 })
    const seen = noneSeen()
    const result = await runEval(clerkEval({ main: model(files), pricing: PRICING }, {}, seen), run.options)

    expect(result).toMatchObject({ end: 'complete', made: 4, done: 0, failed: 0 })
    expect(result.summary).toMatchObject({ cases: 2, ok: 4, truncated: 0, failed: 0, cost_usd: 4 * 28 })
    expect(result.summary.metrics['urgent']).toMatchObject({ mean: 1, cases: 2, pass_at_k: { 1: 1, 2: 1 } })
    expect(exitCodeOf(result)).toBe(0)
    const rows = await linesOf<ResultRow>(join(run.options.dir, 'clerk/baseline/results.jsonl'))
    expect(rows.map(({ prompt_id, rep }) => `${prompt_id}/${rep}`).toSorted()).toEqual(['c1/0', 'c1/1', 'c2/0', 'c2/1'])
    expect(rows[0]).toMatchObject({
      prompt_id: 'c1',
      prompt: 'Ticket 1',
      tags: [],
      status: 'ok',
      stop_reason: 'stop',
      grade: { urgent: 1 },
      explanation: '',
      model: 'clerk-1',
      usage: { input_tokens: 20, output_tokens: 4, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
      judge_model: null,
      judge_usage: null,
      tool_calls: 1,
    })
    // One app was only looked at, to know the agent.
    expect(seen).toEqual({ made: 5, disposed: 5, tornDown: 5 })
  })

  test('leaves a trace in which every call and every result is a turn', async () => {
    await using run = await temporaryRun()
    await runEval(clerkEval({ main: model(files) }), run.options)
    const trace: TraceTurn[] = await Bun.file(join(run.options.dir, 'clerk/baseline/traces/c1_rep0.json')).json()
    expect(trace).toEqual([
      { role: 'system', content: 'You file tickets.' },
      { role: 'user', content: 'Ticket 1' },
      { role: 'tool_call', content: '{"title":"Ticket 1"}', name: 'tickets_create' },
      { role: 'tool_result', content: '{"id":1}', name: 'tickets_create' },
      { role: 'assistant', content: '{"urgent":true}' },
    ])
  })

  test('counts a truncated answer beside the means and grades it not', async () => {
    await using run = await temporaryRun()
    let graded = 0
    const cut = model((request) =>
      asked(request) === 'Ticket 1' ? { text: '{"urg', finishReason: 'length' } : { output: { urgent: true } },
    )
    const evaluation = clerkEval(
      { main: cut },
      {
        grade: () => {
          graded += 1
          return { urgent: 1 }
        },
      },
    )
    const { summary, results } = await runEval(evaluation, run.options)
    expect(summary).toMatchObject({ ok: 1, truncated: 1, failed: 0 })
    expect(summary.metrics['urgent']).toMatchObject({ mean: 1, cases: 1 })
    expect(results.find(({ prompt_id }) => prompt_id === 'c1')).toMatchObject({
      status: 'truncated',
      stop_reason: 'length',
      grade: {},
    })
    expect(graded).toBe(1)
  })

  test('gives no cost where a provider has no price, and says that a limit cannot hold', async () => {
    await using run = await temporaryRun({ maxCostUsd: 5 })
    const { summary, results, notices } = await runEval(clerkEval({ main: model(files) }), run.options)
    expect(summary.cost_usd).toBeNull()
    expect(results[0]?.meta.cost_usd).toBeNull()
    expect(notices.join()).toContain(
      'Provider "main" has no pricing: its cost is not known, and the limit of $5 cannot hold',
    )
  })

  test('says how it knows which model served', async () => {
    const nothing = undefined as unknown as string
    const answers = [{ modelId: 'clerk-1' }, { modelId: 'clerk-1-20260101' }, { modelId: nothing }]
    const sources: unknown[] = []
    for (const response of answers) {
      await using run = await temporaryRun()
      const main = model(() => ({
        content: [{ type: 'text', text: '{"urgent":true}' }],
        finishReason: 'stop',
        response,
      }))
      const { results } = await runEval(clerkEval({ main }, { cases: someCases(1) }), run.options)
      sources.push([results[0]?.model, results[0]?.meta.model_source])
    }
    expect(sources).toEqual([
      ['clerk-1', 'echo'],
      ['clerk-1-20260101', 'response'],
      ['clerk-1', 'configured'],
    ])
  })

  test('has no number where nothing was scored', async () => {
    await using run = await temporaryRun()
    const broken = model(() => ({ error: new Error('No such host.') }))
    const result = await runEval(clerkEval({ main: broken }, { gates: { urgent: { min: 0.1 } } }), run.options)
    expect(result.summary.metrics['urgent']).toEqual({ mean: null, interval: null, cases: 0 })
    expect(result.gates).toEqual([{ metric: 'urgent', min: 0.1, mean: null, unscored: 2, met: false }])
    expect(exitCodeOf(result)).toBe(3)
  })

  test('hands its judge another provider, and counts what that took apart', async () => {
    await using run = await temporaryRun()
    const { Judge } = await import('../test-eval.js')
    const judging = model(() => ({ output: { score: 0.5 }, usage: { inputTokens: 3, outputTokens: 1 } }), 'judge-1')
    const evaluation = clerkEval(
      { main: model(files), other: judging, pricing: PRICING },
      {
        judge: { agent: Judge, provider: 'other' },
        metrics: [{ id: 'quality', kind: 'judge' }],
        grade: async ({ judge, input }) => ({
          grade: { quality: (await judge(`Is "${input}" well filed?`)).output.score },
          explanation: 'So so.',
        }),
      },
    )
    const { summary, results } = await runEval(evaluation, run.options)
    expect(summary.metrics['quality']?.mean).toBe(0.5)
    expect(summary).toMatchObject({ cost_usd: 2 * 28, judge_cost_usd: 2 * 5 })
    expect(results[0]).toMatchObject({
      explanation: 'So so.',
      judge_model: 'judge-1',
      judge_usage: { input_tokens: 3, output_tokens: 1 },
      usage: { input_tokens: 20 },
      meta: { cost_usd: 28, judge_cost_usd: 5 },
    })
  })

  test('refuses a judge on the provider that answers, and asks nobody', async () => {
    await using run = await temporaryRun()
    const { Judge } = await import('../test-eval.js')
    const main = model(files)
    const evaluation = clerkEval({ main }, { judge: { agent: Judge, provider: 'main' } })
    expect(await rejection(runEval(evaluation, run.options))).toMatchObject({
      code: 'JUDGE_PROVIDER',
      provider: 'main',
    })
    expect(main.calls).toHaveLength(0)
  })
})

describe('the cost limit', () => {
  test('starts nothing once it is reached, with earlier runs and the judge counted', async () => {
    await using run = await temporaryRun({ concurrency: 1 })
    const evaluation = clerkEval({ main: model(files), pricing: PRICING }, { cases: someCases(5) })
    const first = await runEval(evaluation, { ...run.options, maxCostUsd: 30 })
    expect(first).toMatchObject({ end: 'cost-limit', made: 2 })
    expect(exitCodeOf(first)).toBe(4)
    const second = await runEval(evaluation, { ...run.options, maxCostUsd: 60 })
    expect(second).toMatchObject({ end: 'cost-limit', made: 1, done: 2 })
    expect(second.summary.known_cost_usd).toBe(3 * 28)
  })

  test('of 0 runs nothing', async () => {
    await using run = await temporaryRun({ maxCostUsd: 0 })
    const main = model(files)
    const result = await runEval(clerkEval({ main, pricing: PRICING }), run.options)
    expect(result).toMatchObject({ end: 'cost-limit', made: 0 })
    expect(main.calls).toHaveLength(0)
  })
})

describe('an interrupted run', () => {
  test('that is asked to stop lets what runs finish', async () => {
    const stop = new AbortController()
    await using run = await temporaryRun({ concurrency: 1, stop: stop.signal })
    const main = model((request) => {
      stop.abort()
      return files(request)
    })
    const result = await runEval(clerkEval({ main }, { cases: someCases(3) }), run.options)
    expect(result).toMatchObject({ end: 'interrupted', made: 1, failed: 0 })
    expect(result.results).toHaveLength(1)
    expect(exitCodeOf(result)).toBe(130)
  })

  test('that is ended leaves no row for what ran, and disposes its apps', async () => {
    const end = new AbortController()
    await using run = await temporaryRun({ concurrency: 1, signal: end.signal })
    const seen = noneSeen()
    const main = model(() => {
      end.abort(new Error('Enough.'))
      return new Promise(() => undefined)
    })
    const result = await runEval(clerkEval({ main }, { cases: someCases(3) }, seen), run.options)
    expect(result).toMatchObject({ end: 'interrupted', made: 0, failed: 0, results: [], errors: [] })
    expect(seen.disposed).toBe(seen.made)
  })
})

test('a reporter that fails ends the run, and is not taken for a tool', async () => {
  await using run = await temporaryRun()
  const { DiskReporter } = await import('../disk/disk-reporter.js')
  const reporter = new DiskReporter(run.options.dir)
  reporter.spent = async () => {
    throw new Error('The disk is full.')
  }
  const main = model(files)
  const failed = await rejection(runEval(clerkEval({ main }, { reporter, cases: someCases(9) }), run.options))
  expect(failed).toMatchObject({ message: 'The disk is full.' })
  expect(main.calls.length).toBeLessThanOrEqual(4)
})

test('an agent that would write for nobody is refused before it is asked', async () => {
  await using run = await temporaryRun()
  const main = model(files)
  const seen = noneSeen()
  const { as: _nobody, ...rest } = clerkEval({ main }, {}, seen).definition
  const evaluation = { ...clerkEval({ main }, {}, seen), definition: rest }
  expect(await rejection(runEval(evaluation, run.options))).toMatchObject({ code: 'AGENT_SETUP' })
  expect(main.calls).toHaveLength(0)
  expect(seen).toEqual({ made: 1, disposed: 1, tornDown: 1 })
})

test('progress is told before the first attempt and after each, and written twice a minute', async () => {
  let halfMinutes = 0
  const clock = new StillClock((wait) => wait === 30_000 && (halfMinutes += 1) <= 3)
  await using run = await temporaryRun({ concurrency: 1, clock })
  const told: number[] = []
  await runEval(clerkEval({ main: model(files) }), {
    ...run.options,
    onBegin: ({ done, total }) => told.push(done / total),
    onProgress: ({ done, total }) => told.push(done / total),
  })
  expect(told).toEqual([0, 0.5, 1])
  const lines = (await Bun.file(join(run.options.dir, 'clerk/baseline/progress.txt')).text()).trim().split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toBe('0/2 done: 0 ok, 0 truncated, 0 failed; $0.0000; 30 s')
  expect(lines.at(-1)).toBe('2/2 done: 2 ok, 0 truncated, 0 failed; at least $0.0000; 90 s, 0 s left')
})
