// How each error of `@understudy/eval` occurs. Models are scripted, and rows are kept in memory: nothing is written.
//
// What fails one attempt is thrown at nobody: it becomes a row. Those errors are made here as the runner makes them, and
// held to the row.

import { join, relative } from 'node:path'
import { Agent, defineAi } from '@understudy/agents'
import { createApp, requirePrincipal } from '@understudy/app'
import {
  AttemptFailedError,
  compareVariants,
  defineEval,
  GradeError,
  loadEvals,
  mergeFlows,
  NOTHING_BEFORE,
  readReport,
  ReplayError,
  runEval,
  SubstitutedModelError,
  UnfinishedAnswerError,
  type Eval,
  type EvalCase,
  type EvalDefinition,
  type EvalReporter,
  type PriorRun,
  type RunOptions,
  type StoredAnswer,
} from '@understudy/eval'
import { forever, scriptedModel } from '@understudy/script'
import { principal, ticketsIndex } from './desk'
import type { Occasion } from './occasion'

/** May look at the tickets. */
class Lister extends Agent {
  static override agentName = 'lister'
  static override scopes = ['tool:tickets_index'] as const
  override tools() {
    return this.appTools([ticketsIndex])
  }
}

/** Judges answers. */
class Judge extends Agent {
  static override agentName = 'judge'
}

/** Looks at the tickets, then answers. */
const model = scriptedModel(
  [forever(({ messages }) => (messages.at(-1)?.role === 'tool' ? 'None.' : [{ name: 'tickets_index' }]))],
  { name: 'gpt-5.5' },
)

type Definition = EvalDefinition<Lister, ReturnType<typeof createDesk>, EvalCase, Judge>

function createDesk(served: typeof model = model) {
  const ai = defineAi({ default: 'openai', providers: { openai: { model: () => served } } })
  return createApp({ bindings: { ai } }).get('/tickets', requirePrincipal(), ticketsIndex, (c) => c.json([]))
}

/** An eval of the lister; what is given replaces its parts. */
function listerEval(changes: Partial<Definition> = {}): Eval {
  return defineEval<Lister, ReturnType<typeof createDesk>, EvalCase, Judge>({
    agent: Lister,
    app: () => createDesk(),
    cases: [{ id: 'open', input: 'Which are open?' }],
    as: () => principal,
    grade: () => ({ answered: 1 }),
    metrics: [{ id: 'answered', kind: 'binary' }],
    retries: 0,
    reporter: new MemoryReporter(),
    ...changes,
  })
}

/** Keeps what a run reports, as the next one finds it. */
class MemoryReporter implements EvalReporter {
  answerOf: (stored: StoredAnswer) => StoredAnswer = (stored) => stored
  #prior: PriorRun = NOTHING_BEFORE

  async prior(): Promise<PriorRun> {
    return this.#prior
  }
  async answered(answer: StoredAnswer): Promise<void> {
    this.#prior = { ...this.#prior, answer: async () => this.answerOf(answer) }
  }
  async scored(row: PriorRun['results'][number]): Promise<void> {
    this.#prior = { ...this.#prior, results: [row] }
  }
  async begin(): Promise<void> {}
  async spent(): Promise<void> {}
  async failed(): Promise<void> {}
  async progress(): Promise<void> {}
  async end(): Promise<void> {}
  async close(): Promise<void> {}
}

/** What a failed attempt's row says. */
async function failureOf(evaluation: Eval, options?: RunOptions): Promise<string> {
  const [row] = (await runEval(evaluation, options)).errors
  return row?.error ?? 'nothing failed'
}

/** Throws the error that a row is of. */
function throwRecorded(row: string, error: Error): never {
  if (row === `${error.name}: ${error.message}`) throw error
  throw new Error(`The row says: ${row}`)
}

const definitions: readonly Occasion[] = [
  {
    when: 'a definition makes no sense',
    occur: () => listerEval({ flow: '../up', metrics: [{ id: 'answered', kind: 'percent' as never }], retries: -1 }),
  },
  {
    when: 'members of a definition are left out, or of another form',
    occur: () => listerEval({ app: undefined as never, setup: 'seed' as never, metrics: {} as never }),
  },
  { when: 'a gate is of no metric', occur: () => listerEval({ gates: { answerd: { min: 0.9 } } }) },
  {
    when: 'two cases have one id',
    occur: () => {
      const kase = { id: 'open', input: 'Which are open?' }
      return runEval(listerEval({ cases: [kase, { id: 'closed' } as EvalCase, kase] }))
    },
  },
  { when: 'an eval has no cases', occur: () => runEval(listerEval({ cases: [] })) },
  {
    when: 'cases are chosen by what none has',
    occur: () => runEval(listerEval(), { only: { ids: ['opne'], tags: ['urgent'] } }),
  },
  {
    when: 'a file has no eval',
    occur: async () => {
      const file = relative(process.cwd(), join(import.meta.dir, 'occasion.ts'))
      throw (await loadEvals([file])).failures[0]
    },
  },
]

const runs: readonly Occasion[] = [
  { when: 'options of a run make no sense', occur: () => runEval(listerEval(), { reps: 0, variant: 'two' }) },
  {
    when: 'the app of an eval has no AI binding',
    occur: () => runEval(listerEval({ app: () => createApp({}) as never })),
  },
  {
    when: 'the app of an eval has two AI bindings',
    occur: () => {
      const ai = (): ReturnType<typeof defineAi> =>
        defineAi({ default: 'openai', providers: { openai: { model: () => model } } })
      return runEval(listerEval({ app: () => createApp({ bindings: { ai: ai(), fast: ai() } }) as never }))
    },
  },
  {
    when: 'the judge would judge itself',
    occur: () => runEval(listerEval({ judge: { agent: Judge, provider: 'openai' } })),
  },
  {
    when: 'a case has changed since it was scored',
    occur: async () => {
      const reporter = new MemoryReporter()
      await runEval(listerEval({ reporter }))
      await runEval(listerEval({ reporter, cases: [{ id: 'open', input: 'Are any open?' }] }))
    },
  },
  {
    when: 'a flow leads out of its folder',
    occur: () => compareVariants({ dir: 'evals', flow: '..', variant: 'v1' }),
  },
  {
    when: 'a variant is none',
    occur: () => compareVariants({ dir: 'evals', flow: 'lister', baseline: 'two', variant: 'v1' }),
  },
  {
    when: 'a variant is compared that was never run',
    occur: () => compareVariants({ dir: 'evals', flow: 'lister', variant: 'v1' }),
  },
  { when: 'a flow is reported on that was never run', occur: () => readReport({ dir: 'evals', flow: 'lister' }) },
  {
    when: 'a folder of flows is a file',
    // Without a reporter of its own, an eval writes to disk.
    occur: () => runEval(listerEval({ reporter: undefined as never }), { dir: 'package.json' }),
  },
  {
    when: 'there is nothing to join',
    occur: () => mergeFlows({ flow: 'lister', from: ['shard-1', 'shard-2'], into: 'evals' }),
  },
]

const attempts: readonly Occasion[] = [
  {
    when: 'the setup of an attempt fails, which becomes its row',
    occur: async () => {
      const cause = new Error('The seed is gone.')
      const setup = (): never => {
        throw cause
      }
      const row = await failureOf(listerEval({ setup }))
      if (row === 'Error: The seed is gone.') throw new AttemptFailedError({ failureClass: 'setup', cause })
    },
  },
  {
    when: 'an attempt takes too long, which becomes its row',
    occur: async () => {
      let reason: unknown
      const app: Definition['app'] = (_, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject((reason = signal.reason)))
        })
      const timeoutMs = 1_000
      const after = (milliseconds: number, run: () => void): (() => void) => {
        if (milliseconds === timeoutMs) queueMicrotask(run)
        return () => undefined
      }
      await runEval(listerEval({ app, timeoutMs }), { clock: { now: () => 0, after } })
      throw reason
    },
  },
  {
    when: 'a grader gives what is no score, which becomes the row of its attempt',
    occur: async () => {
      const row = await failureOf(listerEval({ grade: () => ({ answered: 2 }) }))
      throwRecorded(row, new GradeError({ metric: 'answered', given: 2, scale: 1, kind: 'binary' }))
    },
  },
  {
    when: 'another model answers than was asked for, which becomes the row of its attempt',
    occur: async () => {
      const doGenerate: typeof model.doGenerate = async (request) => ({
        ...(await model.doGenerate(request)),
        response: { modelId: 'gpt-4' },
      })
      const served = Object.assign(Object.create(model) as typeof model, { doGenerate })
      const row = await failureOf(listerEval({ app: () => createDesk(served) }))
      throwRecorded(row, new SubstitutedModelError('gpt-5.5', 'gpt-4'))
    },
  },
  {
    when: 'a grader scores what is no metric, which becomes the row of its attempt',
    occur: async () => {
      const row = await failureOf(listerEval({ grade: () => ({ answered: 1, anwsered: 1 }) }))
      const declared = ['answered']
      throwRecorded(row, new GradeError({ metric: 'anwsered', given: 1, scale: 1, declared }))
    },
  },
  {
    when: 'a model breaks its answer off, which becomes the row of its attempt',
    occur: async () => {
      const served = scriptedModel([forever({ text: 'None.', finishReason: 'content-filter' })], { name: 'gpt-5.5' })
      const row = await failureOf(listerEval({ app: () => createDesk(served) }))
      throwRecorded(row, new UnfinishedAnswerError('content-filter'))
    },
  },
  {
    when: 'an answer on disk is too short to be played again, which becomes the row of its attempt',
    occur: async () => {
      const reporter = new MemoryReporter()
      await runEval(listerEval({ reporter }))
      reporter.answerOf = (stored) => ({ ...stored, calls: stored.calls.slice(0, 1) })
      throwRecorded(await failureOf(listerEval({ reporter }), { regrade: true }), new ReplayError(1))
    },
  },
]

/** How each error of the package occurs. */
export const evalErrors: readonly Occasion[] = [...definitions, ...runs, ...attempts]
