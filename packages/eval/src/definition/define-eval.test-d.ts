// What `defineEval` infers: each hook meets the types of its own agent, app and cases.

import { scriptedModel } from '@understudy/script'
import { defineEval, fromJsonl, runEval, type Eval, type EvalCase } from '../index.js'
import { Clerk, createDesk, Judge } from '../test-eval.js'

type TicketCase = EvalCase<{ urgent: boolean }, string[]>

function expectType<T>(_value: T): void {}

const app = () => createDesk({ main: scriptedModel([]) }, { made: 0, disposed: 0, tornDown: 0 })

const evaluation = defineEval({
  agent: Clerk,
  app: async () => app(),
  cases: fromJsonl<TicketCase>('cases.jsonl'),
  as: () => ({ kind: 'user', id: 1 }),
  setup: async (desk, kase, { signal }) => {
    expectType<string[]>(desk.titles)
    expectType<string[] | undefined>(kase.seed)
    expectType<AbortSignal>(signal)
  },
  grade: ({ response, expected, app: desk, judge }) => {
    expectType<boolean>(response.output.urgent)
    expectType<boolean | undefined>(expected?.urgent)
    expectType<string[]>(desk.titles)
    expectType<undefined>(judge)
    // @ts-expect-error no such output
    void response.output.nothing
    return { urgent: response.output.urgent === expected?.urgent ? 1 : 0 }
  },
  metrics: [{ id: 'urgent', kind: 'binary' }],
})
expectType<Eval>(evaluation)

defineEval({
  agent: Clerk,
  app,
  cases: [{ id: 'a', input: 'b' }],
  judge: { agent: Judge, provider: 'other' },
  grade: async ({ judge }) => ({ quality: (await judge('Is it?')).output.score }),
  metrics: [{ id: 'quality', kind: 'judge' }],
})

// @ts-expect-error a case has an input
defineEval({ agent: Clerk, app, cases: [{ id: 'a' }], grade: () => ({}), metrics: [] })
// @ts-expect-error a grade is of numbers
defineEval({ agent: Clerk, app, cases: [{ id: 'a', input: '' }], grade: () => ({ urgent: true }), metrics: [] })
// @ts-expect-error stale rows are refused or run again
void runEval(evaluation, { stale: 'ignore' })
