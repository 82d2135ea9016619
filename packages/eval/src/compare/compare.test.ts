import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { compareVariants, describeComparison, runEval, type Metric, type ResultRow } from '../index.js'
import { asked, clerkEval, files, model, rejection, someCases, temporaryRun } from '../test-eval.js'
import { compareMetric } from './compare-metric.js'
import { completeMetric } from '../definition/metric.js'
import { VERDICTS } from './describe-comparison.js'

const binary: Metric = completeMetric({ id: 'm', kind: 'binary' })
const float: Metric = completeMetric({ id: 'm', kind: 'float' })

/** Rows of cases `1`, `2`, …, each with its scores, one a rep. */
function rows(scores: readonly (number | readonly number[])[]): ResultRow[] {
  return scores.flatMap((given, index) =>
    [given].flat().map((score, rep) => ({
      prompt_id: String(index + 1),
      rep,
      prompt: '',
      tags: [],
      status: 'ok' as const,
      stop_reason: 'stop',
      grade: { m: score },
      explanation: '',
      model: 'm',
      usage: null,
      judge_model: null,
      judge_usage: null,
      latency_s: 1,
      tool_calls: 0,
      meta: { provider: 'main', model_source: 'echo' as const, cost_usd: null },
    })),
  )
}

function repeat(value: number, times: number): number[] {
  return Array.from({ length: times }, () => value)
}

describe('one metric', () => {
  test('is better where the interval and the exact test leave out chance', () => {
    const compared = compareMetric(binary, rows(repeat(0, 20)), rows([...repeat(1, 12), ...repeat(0, 8)]))
    expect(compared).toMatchObject({ verdict: 'better', pairs: 20, baseline: 0, variant: 0.6, difference: 0.6 })
    expect(compared.mcnemar).toMatchObject({ better: 12, worse: 0, undecided: 0 })
    expect(compared.mcnemar?.p).toBeCloseTo(2 / 4096, 9)
    expect(compared.interval).toMatchObject({ method: 'bonett-price' })
  })

  test('is within noise where the interval holds zero', () => {
    const compared = compareMetric(binary, rows([0, 0, 1, 1, 1, 1]), rows([1, 1, 0, 1, 1, 1]))
    expect(compared.verdict).toBe('within-noise')
    expect(compared.flips).toEqual([
      { prompt_id: '1', direction: 'better' },
      { prompt_id: '2', direction: 'better' },
      { prompt_id: '3', direction: 'worse' },
    ])
  })

  test('is too close to call where interval and exact test disagree', () => {
    const compared = compareMetric(binary, rows(repeat(0, 20)), rows([...repeat(1, 5), ...repeat(0, 15)]))
    expect(compared.mcnemar?.p).toBeCloseTo(0.0625, 10)
    expect(compared.interval?.low).toBeGreaterThan(0)
    expect(compared.verdict).toBe('unsettled')
  })

  test('that is better lower turns round', () => {
    const lower: Metric = { ...float, better: 'lower' }
    const before = [0.9, 0.8, 0.85, 0.95, 0.9, 0.88]
    const compared = compareMetric(lower, rows(before), rows(before.map((score, index) => score - 0.3 - index / 100)))
    expect(compared).toMatchObject({ verdict: 'better', interval: { method: 't' }, mcnemar: null })
    expect(compared.difference).toBeLessThan(0)
  })

  test('says how reliably cases pass where each was tried several times, over the cases of both alone', () => {
    const before = rows([
      [1, 0],
      [0, 0],
      [1, 1],
      [0, 0],
    ])
    const after = rows([
      [1, 1, 1],
      [1, 0, 0],
      [1, 1, 0],
    ])
    const { reliability } = compareMetric(binary, before, after)
    expect(reliability.baseline).toEqual({ pass_at_k: { 1: 0.5, 2: 2 / 3 }, pass_hat_k: { 1: 0.5, 2: 1 / 3 } })
    expect(reliability.variant?.pass_at_k['3']).toBe(1)
    expect(reliability.variant?.pass_hat_k['3']).toBeCloseTo(1 / 3, 10)
    const compared = { ...compareMetric(binary, before, after), flips: [] }
    const both = { baseline: null, variant: null }
    const words = describeComparison({
      flow: 'f',
      baseline: 'baseline',
      variant: 'v1',
      metrics: [compared],
      cost: both,
      latency: both,
      notices: [],
    })
    expect(words).toContain(
      'Of 2 tries one passes (pass@2) in 88.9% against 66.7% of the cases, and all do (pass^2) in 44.4% against 33.3%.',
    )
    const once = compareMetric(binary, rows([1, 0]), rows([1, 1]))
    expect(once.reliability).toEqual({ baseline: null, variant: null })
    const lower: Metric = { ...binary, better: 'lower' }
    expect(compareMetric(lower, rows([[0, 0]]), rows([[1, 1]])).reliability).toEqual({
      baseline: { pass_at_k: { 1: 1, 2: 1 }, pass_hat_k: { 1: 1, 2: 1 } },
      variant: { pass_at_k: { 1: 0, 2: 0 }, pass_hat_k: { 1: 0, 2: 0 } },
    })
  })

  test('counts each case once, however often it was run', () => {
    const compared = compareMetric(float, rows([[0, 0, 0, 0], 1]), rows([[0.5, 0.5], 1]))
    expect(compared).toMatchObject({ pairs: 2, baseline: 0.5, variant: 0.75 })
  })

  test('takes a case that passed half of its tries for neither side', () => {
    const compared = compareMetric(
      binary,
      rows([
        [0, 1],
        [0, 0],
      ]),
      rows([
        [1, 1],
        [1, 1],
      ]),
    )
    expect(compared.mcnemar).toMatchObject({ better: 1, worse: 0, undecided: 1 })
    expect(compared.interval?.method).toBe('t')
  })

  test('cannot be told from one case, nor without spread, nor from nothing', () => {
    expect(compareMetric(binary, rows([0]), rows([1])).verdict).toBe('undecidable')
    expect(compareMetric(float, rows([0.1, 0.2]), rows([0.6, 0.7])).verdict).toBe('undecidable')
    expect(compareMetric(float, rows([]), rows([1]))).toMatchObject({
      verdict: 'undecidable',
      pairs: 0,
      difference: null,
    })
    expect(compareMetric(float, rows([0.3, 1]), rows([0.3, 1])).verdict).toBe('same')
  })
})

describe('the words', () => {
  /** What is said of one metric. */
  function wordsOf(metric: Metric, before: Parameters<typeof rows>[0], after: Parameters<typeof rows>[0]): string {
    const compared = { ...compareMetric(metric, rows(before), rows(after)), flips: [] }
    const both = { baseline: null, variant: null }
    return describeComparison({
      flow: 'f',
      baseline: 'baseline',
      variant: 'v1',
      metrics: [compared],
      cost: both,
      latency: both,
      notices: [],
    })
  }

  test('follow the interval: it leaves zero out where they say so, and nowhere else', () => {
    const tries: (readonly [number[], number[]])[] = []
    for (const cases of [1, 2, 3, 5, 6, 8, 20]) {
      for (let gained = 0; gained <= cases; gained += 1) {
        for (const lost of [0, 1]) {
          if (gained + lost > cases) continue
          const rest = repeat(1, cases - gained - lost)
          tries.push([
            [...repeat(0, gained), ...repeat(1, lost), ...rest],
            [...repeat(1, gained), ...repeat(0, lost), ...rest],
          ])
        }
      }
    }
    for (const [before, after] of tries) {
      for (const metric of [binary, float]) {
        const { interval, pairs } = compareMetric(metric, rows(before), rows(after))
        const words = wordsOf(metric, before, after)
        const leavesOut = interval !== null && (interval.low > 0 || interval.high < 0)
        expect(words.includes('leaves zero out')).toBe(leavesOut)
        expect(words.includes('holds zero')).toBe(interval !== null && !leavesOut && !words.includes('same in both'))
        expect(words).not.toMatch(/\b1 cases/)
        if (pairs === 1) expect(interval).toBeNull()
      }
    }
  })

  test('of one case say that nothing can be told', () => {
    expect(wordsOf(binary, [0], [1])).toContain(
      'm: cannot be told. 100.0% against 0.0% over 1 case: +100.0 points. From one case nothing can be told: run more.',
    )
    expect(wordsOf(binary, [0], [1])).toContain('With 1 case like this, no difference that there can be would show')
  })

  test('of too few cases name no difference that there cannot be', () => {
    expect(wordsOf(float, [0, 1], [1, 0.2])).toContain('no difference that there can be would show 80% of the time')
    expect(wordsOf(binary, [0, 1, 1], [1, 0, 1])).toContain('no difference that there can be would show')
  })

  test('tell what could have shown also where not one case differs', () => {
    const words = wordsOf(binary, repeat(1, 20), repeat(1, 20))
    expect(words).toContain('m: no difference. 100.0% against 100.0% over 20 cases')
    expect(words).toMatch(/With 20 cases like these, a true difference of 3\d\.\d points or more would show 80%/)
    expect(wordsOf(float, [0.5, 0.7], [0.5, 0.7])).toContain('how small a difference would show is not known')
  })

  test('for each verdict are in the docs', async () => {
    const docs = await Bun.file(join(import.meta.dir, '../../../../docs/evals.md')).text()
    for (const word of Object.values(VERDICTS)) expect(docs).toContain(`**${word}**`)
  })
})

describe('two variants', () => {
  const cases = someCases(12)

  test('are compared in words, with their flipped cases and what to know beside', async () => {
    await using run = await temporaryRun({ concurrency: 1 })
    const pricing = { input: 1_000, output: 0 }
    const only = (passing: readonly string[]) =>
      model((request) => {
        const passes = passing.includes(asked(request).replace('Ticket ', ''))
        return passes ? files(request) : { output: { urgent: false }, usage: { inputTokens: 10, outputTokens: 0 } }
      })
    await runEval(clerkEval({ main: only(['1', '2', '3', '4']), pricing }, { cases }), run.options)
    const better = only(['2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'])
    await runEval(clerkEval({ main: better, pricing }, { cases: [...cases, { id: 'new', input: 'New' }] }), {
      ...run.options,
      variant: 'v1',
    })
    const comparison = await compareVariants({ dir: run.options.dir, flow: 'clerk', variant: 'v1' })
    const tracesOf = (id: string): string[] =>
      ['baseline', 'v1'].map((name) => join(run.options.dir, 'clerk', name, `traces/${id}_rep0.json`))
    expect(comparison.metrics[0]?.flips.find(({ direction }) => direction === 'worse')).toEqual({
      prompt_id: 'c1',
      direction: 'worse',
      traces: tracesOf('c1'),
    })
    expect(describeComparison(comparison)).toBe(
      [
        'clerk: v1 against baseline',
        '',
        'urgent: better. 91.7% against 33.3% over 12 cases: +58.3 points (95% interval +11.7 points to +88.3 points, Bonett–Price over cases). The interval leaves zero out.',
        "  8 cases got better and 1 worse (McNemar's exact test, p = 0.039).",
        `  worse: c1 (${tracesOf('c1').join(', ')})`,
        ...[5, 6, 7, 8, 9, 10, 11, 12].map((id) => `  better: c${id} (${tracesOf(`c${id}`).join(', ')})`),
        '  With 12 cases like these, a true difference of 59.4 points or more would show 80% of the time; a smaller one may be there unseen.',
        '',
        'Cost: $0.0192 against $0.0133 an answer. Latency: 0.00 s against 0.00 s an answer.',
        'Note: Cases only in v1, compared with nothing: 1.',
      ].join('\n'),
    )
  })

  test('are not paired where a case changed, and a changed grader is told of', async () => {
    await using run = await temporaryRun()
    await runEval(clerkEval({ main: model(files) }, { cases: someCases(3) }), run.options)
    const edited = [{ id: 'c1', input: 'Edited' }, ...someCases(3).slice(1)]
    const evaluation = clerkEval({ main: model(files) }, { cases: edited, grade: () => ({ urgent: 1 }) })
    await runEval(evaluation, { ...run.options, variant: 'v1' })
    const { metrics, notices } = await compareVariants({ dir: run.options.dir, flow: 'clerk', variant: 'v1' })
    expect(metrics[0]).toMatchObject({ pairs: 2, verdict: 'same' })
    expect(notices).toEqual([
      'The grader is not the same in both: the scores may differ for that alone.',
      'Cases that changed between the two, left out: c1.',
    ])
  })

  test('need rows, and names that are those of variants', async () => {
    await using run = await temporaryRun()
    const { dir } = run.options
    await runEval(clerkEval({ main: model(files) }), run.options)
    expect(await rejection(compareVariants({ dir, flow: 'clerk', variant: 'v1' }))).toMatchObject({
      code: 'COMPARE',
    })
    expect(await rejection(compareVariants({ dir, flow: '../clerk', variant: 'v1' }))).toMatchObject({
      code: 'EVAL_FOLDER',
    })
    expect(await rejection(compareVariants({ dir, flow: 'clerk', variant: '..' }))).toMatchObject({
      code: 'EVAL_FOLDER',
    })
  })
})
