/** What a model call cost that nobody saw the end of: unknown, and never nothing. */
import { join } from 'node:path'
import { describe, expect, test } from 'bun:test'
import { apiError } from '@understudy/script'
import { checkLayout, planEval, runEval, type SpendEntry } from '../index.js'
import { clerkEval, files, linesOf, model, someCases, temporaryRun } from '../test-eval.js'

const PRICING = { input: 1_000_000, output: 2_000_000 }
const never = (): Promise<never> => new Promise(() => undefined)

function ledgerOf({ dir }: { readonly dir: string }): Promise<SpendEntry[]> {
  return linesOf(join(dir, 'clerk/baseline/resume/spend.jsonl'))
}

describe('a call that was cut off', () => {
  test('by the time limit has a cost that is not known', async () => {
    let expire = (): void => undefined
    const after = (milliseconds: number, up: () => void): (() => void) => {
      if (milliseconds === 50) expire = up
      return () => undefined
    }
    await using run = await temporaryRun({ clock: { now: () => 0, after } })
    const main = model(() => {
      expire()
      return never()
    })
    const evaluation = clerkEval({ main, pricing: PRICING }, { cases: someCases(1), timeoutMs: 50 })
    const { summary, errors, notices } = await runEval(evaluation, run.options)
    expect(errors).toMatchObject([{ failure_class: 'timeout' }])
    expect(summary).toMatchObject({ cost_usd: null, known_cost_usd: 0 })
    expect(notices.join()).toContain('The cost of 1 model call is not known: cut off')
    // A dry run afterwards does not know either.
    expect((await planEval(evaluation, run.options)).expectedCostUsd).toBeNull()
  })

  test('by a second interrupt has one, too', async () => {
    const end = new AbortController()
    await using run = await temporaryRun({ concurrency: 1, signal: end.signal })
    const main = model(() => {
      end.abort(new Error('Enough.'))
      return never()
    })
    const { summary } = await runEval(clerkEval({ main, pricing: PRICING }), run.options)
    expect(summary.cost_usd).toBeNull()
    expect((await ledgerOf(run.options)).at(-1)).toMatchObject({ cost_usd: null, guessed_usd: expect.any(Number) })
  })

  test('by the end of the process is on the ledger before it is made', async () => {
    await using run = await temporaryRun({ concurrency: 1 })
    const seen: SpendEntry[][] = []
    const main = model(async (request) => {
      seen.push(await ledgerOf(run.options))
      return files(request)
    })
    const evaluation = clerkEval({ main, pricing: PRICING }, { cases: someCases(1) })
    const { summary } = await runEval(evaluation, run.options)
    expect(seen[0]).toMatchObject([{ provider: 'main', model: 'clerk-1', cost_usd: null }])
    // Once it has ended it is counted once, by the same id.
    expect(summary.cost_usd).toBe(28)
    expect(new Set((await ledgerOf(run.options)).map(({ id }) => id)).size).toBe(2)
  })

  test('counts for the limit, so that a run of nothing but timeouts is stopped by it', async () => {
    await using run = await temporaryRun({ concurrency: 1, maxCostUsd: 3_000, reps: 1 })
    const main = model(() => ({ error: new Error('The line went dead.') }))
    const evaluation = clerkEval({ main, pricing: PRICING }, { cases: someCases(9) })
    const result = await runEval(evaluation, run.options)
    // Each counts for some 2,000 dollars: a thousand tokens of an answer, and what was sent.
    expect(result).toMatchObject({ end: 'cost-limit', made: 2, summary: { cost_usd: null, known_cost_usd: 0 } })
    expect(main.calls).toHaveLength(2)
  })

  test('and was refused by its provider costs nothing', async () => {
    await using run = await temporaryRun()
    const main = model(() => ({ error: apiError({ status: 401 }) }))
    const { summary, notices } = await runEval(clerkEval({ main, pricing: PRICING }), run.options)
    expect(summary.cost_usd).toBe(0)
    expect(notices).toEqual([])
  })
})

test('an answer that says no number of tokens has a cost that is not known, and a row that keeps the layout', async () => {
  const odd: unknown[] = [Number.NaN, -1, 0.5, 'many']
  for (const inputTokens of odd) {
    await using run = await temporaryRun({ concurrency: 1, maxCostUsd: 3_000 })
    const main = model(() => ({
      content: [{ type: 'text', text: '{"urgent":true}' }],
      finishReason: 'stop',
      usage: { inputTokens: inputTokens as number, outputTokens: 2 },
    }))
    const evaluation = clerkEval({ main, pricing: PRICING }, { cases: someCases(9), grade: () => ({ urgent: 1 }) })
    const result = await runEval(evaluation, run.options)
    expect(result).toMatchObject({ end: 'cost-limit', made: 2, summary: { cost_usd: null, known_cost_usd: 0 } })
    expect(result.notices.join()).toContain('The cost of 2 model calls is not known')
    expect(await checkLayout(join(run.options.dir, 'clerk'))).toEqual([])
  }
})
