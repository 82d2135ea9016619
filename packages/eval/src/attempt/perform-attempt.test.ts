import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createGateway } from 'ai'
import { apiError } from '@understudy/script'
import { exitCodeOf, runEval, type ErrorRow } from '../index.js'
import {
  clerkEval,
  files,
  Judge,
  linesOf,
  model,
  someCases,
  StillClock,
  temporaryRun,
  type Seen,
} from '../test-eval.js'

const PRICING = { input: 1_000_000, output: 2_000_000 }

function noneSeen(): Seen {
  return { made: 0, disposed: 0, tornDown: 0 }
}

describe('a failed attempt has its class', () => {
  async function failures(changes: Parameters<typeof clerkEval>[1], main = model(files)) {
    await using run = await temporaryRun({ clock: new StillClock((wait) => wait < 30_000) })
    const seen = noneSeen()
    const result = await runEval(
      clerkEval({ main, pricing: PRICING }, { cases: someCases(1), ...changes }, seen),
      run.options,
    )
    const rows = await linesOf<ErrorRow>(join(run.options.dir, 'clerk/baseline/errors.jsonl'))
    expect(seen.disposed).toBe(seen.made)
    expect(exitCodeOf(result)).toBe(3)
    expect(result.results).toEqual([])
    return { rows, main, result }
  }

  test('setup, when the app, the principal or the setup throws: no model is asked', async () => {
    const fail = (): never => {
      throw new Error('No database.')
    }
    for (const changes of [{ app: fail }, { as: fail }, { setup: fail }]) {
      const { rows, main } = await failures(changes)
      expect(rows).toMatchObject([
        {
          prompt_id: 'c1',
          rep: 0,
          failure_class: 'setup',
          error: 'Error: No database.',
          retries: 0,
          usage: null,
          model: null,
        },
      ])
      expect(main.calls).toHaveLength(0)
    }
  })

  test('provider, when the model fails, with what was paid before', async () => {
    const { rows, result } = await failures(
      {},
      model((request) => {
        if (request.messages.at(-1)?.role === 'tool') return { error: apiError({ status: 401 }) }
        return files(request)
      }),
    )
    expect(rows).toMatchObject([
      { failure_class: 'provider', model: 'clerk-1', usage: { input_tokens: 10, output_tokens: 2 } },
    ])
    expect(result.summary.cost_usd).toBe(14)
  })

  test('provider, when the gateway of the SDK refuses, told without the escapes of its text', async () => {
    const error = { type: 'authentication_error', message: '\u001B[1m\u001B[31mUnauthenticated\u001B[0m request.' }
    const refusing = createGateway({
      apiKey: 'test',
      fetch: Object.assign(async () => Response.json({ error }, { status: 401 }), { preconnect: () => undefined }),
    })
    // Not scripted: only how it is asked matters.
    const { rows, result } = await failures({}, refusing('anthropic/claude-opus-5') as never)
    expect(rows).toMatchObject([{ failure_class: 'provider' }])
    expect(rows[0]?.error).toStartWith('GatewayAuthenticationError: ')
    expect(rows[0]?.error).not.toContain('\u001B')
    expect(result.summary.known_cost_usd).toBe(0)
  })

  test('of an object that is no error tells what it holds', async () => {
    const { rows } = await failures({
      grade: () => {
        throw { code: 'E42', detail: 'Nothing to grade.' }
      },
    })
    expect(rows[0]?.error).toBe('Something that is no error was thrown: {"code":"E42","detail":"Nothing to grade."}')
  })

  test('tool, when a route of the app throws under the agent', async () => {
    const crash = model((request) =>
      request.messages.at(-1)?.role === 'tool'
        ? { output: { urgent: true } }
        : [{ name: 'tickets_create', input: { title: 'crash' } }],
    )
    const { rows } = await failures({}, crash)
    expect(rows).toMatchObject([{ failure_class: 'tool', error: 'Error: The desk is on fire.' }])
  })

  test('not tool, when the app itself answers what its route threw', async () => {
    await using run = await temporaryRun()
    const main = model((request) =>
      request.messages.at(-1)?.role === 'tool'
        ? { output: { urgent: true } }
        : [{ name: 'tickets_create', input: { title: 'gone' } }],
    )
    const { summary } = await runEval(clerkEval({ main }), run.options)
    expect(summary).toMatchObject({ ok: 2, failed: 0 })
  })

  test('grade, when the grader throws, or gives what is no score', async () => {
    const bad = [Number.NaN, 2, -1, 0.5, undefined, '1', Number.POSITIVE_INFINITY]
    for (const score of bad) {
      const { rows, result } = await failures({ grade: () => ({ urgent: score as number }) })
      expect(rows[0]).toMatchObject({ failure_class: 'grade', error: expect.stringContaining('GradeError') })
      expect(result.summary.metrics['urgent']?.mean).toBeNull()
    }
    const typo = await failures({ grade: () => ({ urgent: 1, urgnet: 1 }) })
    expect(typo.rows[0]?.error).toContain('"urgnet", which is no metric of this eval: those are urgent.')
    const half = await failures({ grade: () => ({ urgent: 0.5 }) })
    expect(half.rows[0]?.error).toContain('gave 0.5 for "urgent", and its scores are 0 and 1, as it is binary')
    const { rows } = await failures({
      grade: () => {
        throw new TypeError('No such property.')
      },
    })
    expect(rows).toMatchObject([{ failure_class: 'grade', error: 'TypeError: No such property.' }])
  })

  test('serving_substitution, when another model answers', async () => {
    const other = model(() => ({
      content: [{ type: 'text', text: '{"urgent":true}' }],
      finishReason: 'stop',
      response: { modelId: 'clerk-0-mini' },
    }))
    const { rows } = await failures({}, other)
    expect(rows).toMatchObject([{ failure_class: 'serving_substitution', model: 'clerk-0-mini' }])
  })

  test('provider, when the model breaks its answer off, which is then not graded', async () => {
    for (const finishReason of ['error', 'content-filter'] as const) {
      let graded = 0
      const grade = (): { urgent: number } => ({ urgent: (graded += 1) })
      const { rows } = await failures(
        { grade },
        model(() => ({ text: '{"urgent":true}', finishReason })),
      )
      expect(rows).toMatchObject([{ failure_class: 'provider', error: expect.stringContaining(`"${finishReason}"`) }])
      expect(graded).toBe(0)
    }
  })

  test('timeout, when a hook does not end, whether it listens to its signal or not', async () => {
    const signals: AbortSignal[] = []
    const hang = (_app: unknown, _kase: unknown, { signal }: { signal: AbortSignal }): Promise<never> => {
      signals.push(signal)
      return new Promise(() => undefined)
    }
    // The first two limits are those of looking at the agent and of taking its app down, and the fourth that of teardown.
    let limits = 0
    await using run = await temporaryRun({ clock: new StillClock((wait) => wait === 50 && (limits += 1) === 3) })
    const seen = noneSeen()
    const evaluation = clerkEval({ main: model(files) }, { cases: someCases(1), setup: hang, timeoutMs: 50 }, seen)
    const { errors } = await runEval(evaluation, run.options)
    expect(errors).toMatchObject([{ failure_class: 'timeout', error: expect.stringContaining('not done after 50 ms') }])
    expect(signals[0]?.aborted).toBe(true)
    expect(seen.disposed).toBe(seen.made)
  })
})

describe('trying again', () => {
  test('waits as long as the provider asks, keeps every failure, and counts the time of the last try alone', async () => {
    const clock = new StillClock((wait) => wait < 30_000)
    await using run = await temporaryRun({ clock })
    let tries = 0
    const main = model(() => {
      tries += 1
      return tries <= 1 ? { error: apiError({ status: 429, retryAfterMs: 1 }) } : { output: { urgent: true } }
    })
    const grade = (): { urgent: number } => ({ urgent: 1 })
    const { results, errors } = await runEval(clerkEval({ main }, { cases: someCases(1), grade }), run.options)
    expect(errors).toMatchObject([{ failure_class: 'provider', retries: 0 }])
    expect(results).toMatchObject([{ latency_s: 0, meta: { retries: 1 } }])
    expect(clock.waits).toContain(501)
  })

  test('gives up after so many, and never tries again what cannot pass', async () => {
    await using run = await temporaryRun({ clock: new StillClock((wait) => wait < 30_000) })
    const busy = model(() => ({ error: apiError({ status: 503, retryAfterMs: 0 }) }))
    const all = await runEval(clerkEval({ main: busy }, { cases: someCases(1), retries: 1 }), run.options)
    expect(all.errors.map(({ retries }) => retries)).toEqual([0, 1])
    // The eval counts: the SDK's own retries are none beside.
    expect(busy.calls).toHaveLength(2)
    const denied = model(() => ({ error: apiError({ status: 403 }) }))
    const once = await runEval(clerkEval({ main: denied }, { cases: someCases(1) }), { ...run.options, variant: 'v1' })
    expect(once.errors).toHaveLength(1)
    expect(denied.calls).toHaveLength(1)
  })

  test('is no timeout where the provider asks for longer than an attempt may take: what it said is the failure', async () => {
    const clock = new StillClock((wait) => wait < 30_000)
    await using run = await temporaryRun({ clock })
    const main = model(() => ({ error: apiError({ status: 429, retryAfterMs: 500_000 }) }))
    const { errors } = await runEval(clerkEval({ main }, { cases: someCases(1) }), run.options)
    expect(errors).toMatchObject([{ failure_class: 'provider', error: expect.stringContaining('429'), latency_s: 0 }])
    expect(main.calls).toHaveLength(1)
    expect(clock.waits).not.toContain(500_000)
  })

  test('grades again, and asks nobody again, when it was the judge that was busy', async () => {
    await using run = await temporaryRun({ clock: new StillClock((wait) => wait < 30_000) })
    let tries = 0
    const judging = model(() => {
      tries += 1
      return tries <= 1 ? { error: apiError({ status: 529, retryAfterMs: 0 }) } : { output: { score: 1 } }
    }, 'judge-1')
    const main = model(files)
    const evaluation = clerkEval(
      { main, other: judging },
      {
        cases: someCases(1),
        judge: { agent: Judge, provider: 'other' },
        grade: async ({ judge, input, app }) => ({
          urgent: app.titles.includes(input) ? (await judge(input)).output.score : 0,
        }),
      },
    )
    const { results, errors } = await runEval(evaluation, run.options)
    expect(errors).toMatchObject([{ failure_class: 'provider', usage: { input_tokens: 20 } }])
    expect(results).toMatchObject([{ grade: { urgent: 1 }, judge_model: 'judge-1', meta: { regraded: true } }])
    expect(main.calls).toHaveLength(2)
  })
})
