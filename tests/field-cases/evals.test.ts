/** Field cases F33 and F34 through the public entry: evals that are cut short, edited, or fail in every place. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, defineAi } from '@understudy/agents'
import { createApp } from '@understudy/app'
import { checkLayout, defineEval, exitCodeOf, loadEvals, runEval, type EvalCase } from '@understudy/eval'
import { forever, scriptedModel, type ModelCall, type ScriptedModel } from '@understudy/script'

/** Answers with the question. */
class Parrot extends Agent {
  static override agentName = 'parrot'
  instructions = 'You repeat.'
}

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'understudy-field-'))
})

afterEach(async () => {
  await rm(dir, { recursive: true, force: true })
})

function questionIn({ messages }: ModelCall): string {
  return JSON.stringify(messages[0]?.content).match(/"text":"([^"]*)"/)?.[1] ?? ''
}

/** A model that repeats, and throws for the questions that it is told to. */
function parrotModel(throwsFor: readonly string[] = []): ScriptedModel {
  return scriptedModel([
    forever((call) => {
      const question = questionIn(call)
      return throwsFor.includes(question) ? { error: new Error('No.') } : question
    }),
  ])
}

const disposals = { made: 0, disposed: 0 }

function parrotApp(model: ScriptedModel) {
  const app = createApp({
    bindings: { ai: defineAi({ default: 'main', providers: { main: { model: () => model } } }) },
  })
  disposals.made += 1
  return Object.assign(app, {
    [Symbol.dispose]: () => {
      disposals.disposed += 1
    },
  })
}

function parrotEval(model: ScriptedModel, cases: readonly EvalCase[]) {
  return defineEval({
    agent: Parrot,
    app: () => parrotApp(model),
    cases,
    grade: ({ response, input }) => ({ same: response.text === input ? 1 : 0 }),
    metrics: [{ id: 'same', kind: 'binary' }],
  })
}

describe('F33: four cases, two reps; one throws; stopped after three', () => {
  const cases = ['one', 'two', 'three', 'four'].map((id) => ({ id, input: id }))
  const options = { reps: 2, concurrency: 1 }

  test('resuming runs what is missing and what failed; half a line costs a line, an edited case itself', async () => {
    const stop = new AbortController()
    let made = 0
    const onProgress = (): void => {
      made += 1
      if (made === 3) stop.abort()
    }
    const before = await runEval(parrotEval(parrotModel(['two']), cases), {
      dir,
      ...options,
      stop: stop.signal,
      onProgress,
    })
    expect(before).toMatchObject({ end: 'interrupted', made: 3, failed: 1 })

    const model = parrotModel()
    const after = await runEval(parrotEval(model, cases), { dir, ...options })
    expect(model.calls.map(questionIn)).toEqual(['two', 'four', 'one', 'two', 'three', 'four'])
    expect(after).toMatchObject({ end: 'complete', done: 2, summary: { ok: 8, failed: 0 } })

    const file = join(dir, 'parrot/baseline/results.jsonl')
    await truncate(file, (await readFile(file)).length - 10)
    expect(await runEval(parrotEval(parrotModel(), cases), { dir, ...options })).toMatchObject({ done: 7, made: 1 })

    const edited = cases.map((kase) => (kase.id === 'three' ? { ...kase, input: 'drei' } : kase))
    const asked = parrotModel()
    const refused = runEval(parrotEval(asked, edited), { dir, ...options })
    expect(await refused.catch((error: unknown) => error)).toMatchObject({
      code: 'STALE_RESULTS',
      stale: [0, 1].map((rep) => ({ prompt_id: 'three', rep, changed: ['case'] })),
    })
    expect(asked.calls).toHaveLength(0)
    await runEval(parrotEval(asked, edited), { dir, ...options, stale: 'rerun' })
    expect(asked.calls.map(questionIn)).toEqual(['drei', 'drei'])
    expect(await checkLayout(join(dir, 'parrot'))).toEqual([])
  })

  test('a repeated id is refused before any call', async () => {
    const model = parrotModel()
    const run = runEval(parrotEval(model, [...cases, { id: 'one', input: 'again' }]), { dir })
    expect(await run.catch((error: unknown) => error)).toMatchObject({ code: 'EVAL_CASE' })
    expect(model.calls).toHaveLength(0)
  })
})

describe('F34: two files of evals', () => {
  test('the one that throws is named, and the other is there', async () => {
    const [good, bad] = ['good.eval.ts', 'bad.eval.ts'].map((name) => join(dir, name)) as [string, string]
    await writeFile(good, `export default { flow: 'good', definition: {} }`)
    await writeFile(bad, `throw new Error('The key is missing.')`)
    const { evals, failures } = await loadEvals([bad, good])
    expect(evals.map(({ file }) => file)).toEqual([good])
    expect(failures).toMatchObject([{ file: bad, message: expect.stringContaining('The key is missing.') }])
  })

  test('setup, app and grader throw in turn: each failure has its class, and all apps are disposed', async () => {
    Object.assign(disposals, { made: 0, disposed: 0 })
    const fail = (what: string): never => {
      throw new Error(`The ${what} broke.`)
    }
    const cases = ['app', 'setup', 'grader', 'fine'].map((id) => ({ id, input: id }))
    const model = parrotModel()
    const evaluation = defineEval({
      agent: Parrot,
      app: (kase) => (kase.id === 'app' ? fail('app') : parrotApp(model)),
      cases,
      setup: (_app, kase) => void (kase.id === 'setup' && fail('setup')),
      grade: ({ input }) => (input === 'grader' ? fail('grader') : { same: 1 }),
      metrics: [{ id: 'same', kind: 'binary' }],
    })
    const result = await runEval(evaluation, { dir, concurrency: 1 })
    expect(result.errors.map((row) => [row.prompt_id, row.failure_class, row.error])).toEqual([
      ['app', 'setup', 'Error: The app broke.'],
      ['setup', 'setup', 'Error: The setup broke.'],
      ['grader', 'grade', 'Error: The grader broke.'],
    ])
    expect(exitCodeOf(result)).toBe(3)
    expect(model.calls.map(questionIn)).toEqual(['grader', 'fine'])
    expect(disposals.made).toBeGreaterThan(0)
    expect(disposals.disposed).toBe(disposals.made)
  })
})
