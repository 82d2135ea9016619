// An eval of the digest, from outside this repository: run, run again, compared and reported.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  checkLayout,
  compareVariants,
  defineEval,
  describeComparison,
  exitCodeOf,
  runEval,
  toJUnit,
} from '@understudy/eval'
import { forever, scriptedModel } from '@understudy/script'
import { createTicketApp, TicketDigest } from './ticket-app.js'

const model = scriptedModel([
  forever(({ messages }) =>
    messages.at(-1)?.role === 'tool'
      ? { output: { summary: 'One printer fire.', ids: [1] } }
      : [{ name: 'tickets_index', input: { status: 'open' } }],
  ),
])

/** The eval, for the command too. */
export const evaluation = defineEval({
  agent: TicketDigest,
  app: () => createTicketApp(model),
  cases: [
    { id: 'monday', input: 'Today is Monday.', expected: [1] },
    { id: 'a/b', input: 'Today is Tuesday.', expected: [2] },
  ],
  as: () => ({ kind: 'user', id: 1 }),
  grade: ({ response, expected }) => ({ ids: response.output.ids.join() === expected?.join() ? 1 : 0 }),
  metrics: [{ id: 'ids', kind: 'binary' }],
  gates: { ids: { min: 0.9 } },
})

/** Runs the eval on a scripted model; throws when it does not do what it is asked to. */
export async function evaluateDigest(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'understudy-consumer-'))
  try {
    const first = await runEval(evaluation, { dir, reps: 2 })
    assert.equal(first.summary.metrics['ids']?.mean, 0.5)
    assert.equal(exitCodeOf(first, { gate: true }), 1)
    assert.equal((await runEval(evaluation, { dir, reps: 2 })).made, 0)
    await runEval(evaluation, { dir, reps: 2, variant: 'v1' })
    assert.match(
      describeComparison(await compareVariants({ dir, flow: 'ticket-digest', variant: 'v1' })),
      /no difference/,
    )
    const { results, errors, gates } = first
    const xml = await toJUnit({
      flow: 'ticket-digest',
      variant: 'baseline',
      metrics: evaluation.metrics,
      results,
      errors,
      gates,
    })
    assert.match(xml, /failures="2" errors="0"/)
    assert.deepEqual(await checkLayout(join(dir, 'ticket-digest')), [])
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
