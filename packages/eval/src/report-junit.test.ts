import { expect, test } from 'bun:test'
import { checkGates } from './definition/gates.js'
import { runEval, toJUnit } from './index.js'
import { asked, clerkEval, files, model, someCases, temporaryRun } from './test-eval.js'

test('a report keeps failures, errors and truncated answers apart, and gates beside them', async () => {
  await using run = await temporaryRun({ concurrency: 1 })
  const main = model((request) => {
    const question = asked(request)
    if (question === 'Ticket 2') return { output: { urgent: false } }
    if (question === 'Ticket 3') return { error: new Error('<&> \u001B[31mred\u001B[0m \u0007bell') }
    if (question === 'Ticket 4') return { text: '{', finishReason: 'length' }
    return files(request)
  })
  const evaluation = clerkEval({ main }, { cases: someCases(4), gates: { urgent: { min: 0.9 } } })
  const { results, errors, gates } = await runEval(evaluation, run.options)
  const xml = await toJUnit({ flow: 'clerk', variant: 'baseline', metrics: evaluation.metrics, results, errors, gates })
  expect(xml).toContain('<testsuite name="clerk/baseline" tests="4" failures="1" errors="1" skipped="1">')
  expect(xml).toContain('<failure message="Missed: urgent." type="score"/>')
  expect(xml).toContain('<error message="Error: &lt;&amp;> red bell" type="provider"/>')
  expect(xml).toMatch(/<testcase classname="clerk.baseline" name="c4 \(rep 0\)" time="0">\s*<skipped\/>/)
  expect(xml).toContain(
    '<failure message="The mean of urgent is 0.5; its bounds are 0.9 to ∞. 2 attempts have no score." type="gate"/>',
  )
})

test('gates hold the mean between their bounds, and are not met without one', () => {
  const scoresOf = (metric: string) => ({ mean: metric === 'none' ? null : 0.5, ifUnscored: () => Number.NaN })
  const gates = { a: { min: 0.5 }, b: { max: 0.5 }, c: { min: 0.6 }, d: { min: 0, max: 0.4 }, none: { min: 0 } }
  expect(checkGates(gates, { metrics: [], unscored: 0, scoresOf }).map(({ met }) => met)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
