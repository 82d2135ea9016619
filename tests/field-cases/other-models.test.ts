/** Field cases F27 to F29: embeddings, images and evaluations under the fake, through routes that hide what they throw. */
import { describe, expect, test } from 'bun:test'
import { defineAi, type Questions } from '@understudy/agents'
import { createApp } from '@understudy/app'
import { ImpossibleAnswerError, InvalidStepError } from '@understudy/script'
import { TestApp, UnscriptedModelError, type FakeAiError } from '@understudy/testing'
import { endOf } from './sample-app.js'

const questions = {
  category: { type: 'choice', criteria: { billing: 'About money.', technical: 'About a fault.' } },
  severity: { type: 'score', criteria: ['harmless', 'annoying', 'dangerous'] },
  urgent: { type: 'boolean', instructions: 'Is it urgent?' },
} as const

/** Routes that embed, draw and evaluate. No real model can be made. */
async function createMediaApp(asked: Questions = questions) {
  const real = () => expect.unreachable('a real model was made')
  const models = { embeddingModel: real, imageModel: real, evaluationModel: real }
  const ai = defineAi({ default: 'main', providers: { main: models } })
  const app = createApp({ bindings: { ai } })
    .post('/embed', async (c) => {
      const { embeddings, usage } = await c.var.ai.embedMany({ values: await c.req.json<string[]>() })
      return c.json({ embeddings, usage })
    })
    .post('/images', async (c) => {
      const { images } = await c.var.ai.image(await c.req.json<{ prompt: string; n: number }>())
      return c.json(images.map(({ base64 }) => base64))
    })
    .post('/evaluate', async (c) => {
      const { answers } = await c.var.ai.evaluate({ state: await c.req.text(), questions: asked })
      return c.json(answers)
    })
  app.onError((_, c) => c.text('Something went wrong.', 500))
  return await TestApp.fromApp(app)
}

/** What a fake complains about when it ends. */
function complaintsOf(ai: Disposable): readonly Error[] | undefined {
  return (endOf(ai) as FakeAiError | undefined)?.complaints
}

describe('F27: embeddings', () => {
  test('value i gets vector i, duplicates and all, and usage is a number', async () => {
    const http = await createMediaApp()
    using ai = http.fakeAi({ strict: true })
    ai.respondEmbeddings([[1], [2], [3]]).respondEmbeddings([[4], [5]])
    await http
      .post('/embed', JSON.stringify(['a', 'b', 'a', 'c', 'd']))
      .assertOk()
      .assertJson({ embeddings: [[1], [2], [3], [4], [5]], usage: { tokens: 0 } })
    ai.assertEmbedded(({ values }) => values.length === 5)
  })

  test('no values use nothing', async () => {
    const http = await createMediaApp()
    using ai = http.fakeAi()
    ai.respondEmbeddings([[1]])
    await http.post('/embed', '[]').assertJson({ embeddings: [] })
    await http.post('/embed', '["a"]').assertJson({ embeddings: [[1]] })
  })

  test('six values for five vectors name the sixth, at the call and at the end', async () => {
    const http = await createMediaApp()
    const ai = http.fakeAi()
    ai.respondEmbeddings([[1], [2], [3], [4], [5]])
    await http.post('/embed', JSON.stringify(['a', 'b', 'c', 'd', 'e', 'f'])).assertStatus(500)
    const complaints = complaintsOf(ai)
    expect(complaints).toHaveLength(1)
    expect(complaints?.[0]).toBeInstanceOf(UnscriptedModelError)
    expect(complaints?.[0]).toMatchObject({ scripted: 5 })
    expect(complaints?.[0]?.message).toContain('"f" (values[5]), but only 5 answers are scripted')
  })

  test('one vector of another length is named', async () => {
    const http = await createMediaApp()
    const ai = http.fakeAi()
    ai.respondEmbeddings([[1], [2, 3]])
    await http.post('/embed', '["a","b"]').assertStatus(500)
    expect(complaintsOf(ai)).toMatchObject([{ code: 'IMPOSSIBLE_ANSWER', path: 'values[1]' }])
  })
})

describe('F28: images', () => {
  test('an empty entry is refused when scripted, and the next request still gets its image', async () => {
    const http = await createMediaApp()
    using ai = http.fakeAi({ strict: true })
    ai.respondImages(['AQ=='])
    expect(() => ai.respondImages([[], ['AQ==']])).toThrow(InvalidStepError)
    await http.post('/images', { prompt: 'a cat', n: 1 }).assertJson(['AQ=='])
    expect(ai.imageCalls()).toEqual([{ prompt: 'a cat', n: 1, provider: 'main' }])
  })

  test('another number than was asked for fails, at the call and at the end', async () => {
    const http = await createMediaApp()
    const ai = http.fakeAi()
    ai.respondImages([['AQ==', 'AQ=='], 'AQ=='])
    await http.post('/images', { prompt: 'a cat', n: 3 }).assertStatus(500)
    await http.post('/images', { prompt: 'a cat', n: 1 }).assertOk()
    const complaints = complaintsOf(ai)
    expect(complaints).toHaveLength(1)
    expect(complaints?.[0]).toBeInstanceOf(ImpossibleAnswerError)
  })
})

describe('F29: evaluations', () => {
  const fine = { category: 'billing', severity: 2, urgent: 0.97 }

  test('good ones are what the SDK makes of them', async () => {
    const http = await createMediaApp()
    using ai = http.fakeAi({ strict: true })
    ai.respondEvaluations([fine, { ...fine, severity: 0.5 }])
    await http.post('/evaluate', 'Pay!').assertJson({
      category: { type: 'choice', choice: 'billing', probabilities: { billing: 1, technical: 0 } },
      severity: { type: 'score', score: 2, probabilities: { 0: 0, 1: 0, 2: 1 } },
      urgent: { type: 'boolean', probability: 0.97 },
    })
    await http.post('/evaluate', 'Pay!').assertJsonPath('severity.score', 0.5)
    ai.assertEvaluated(({ state, answers }) => state === 'Pay!' && answers?.['urgent']?.type === 'boolean')
  })

  const choice = (probabilities: object) => ({ type: 'choice', choice: 'billing', probabilities })
  test.each([
    ['category', { severity: 2, urgent: 0.97 }],
    ['tone', { ...fine, tone: 'rude' }],
    ['toString', { ...fine, toString: 'x' }],
    ['category', { ...fine, category: 'biling' }],
    ['category', { ...fine, category: 'toString' }],
    ['urgent', { ...fine, urgent: 97 }],
    ['urgent', { ...fine, urgent: Number.NaN }],
    ['severity', { ...fine, severity: 3 }],
    ['category', { ...fine, category: choice({ billing: 1 }) }],
    ['category', { ...fine, category: choice({ billing: 0.1, technical: 0.9 }) }],
  ])('a bad one fails naming %s: %j', async (path, scripted) => {
    const http = await createMediaApp()
    const ai = http.fakeAi()
    ai.respondEvaluations([scripted as never])
    await http.post('/evaluate', 'Pay!').assertStatus(500)
    const complaints = complaintsOf(ai)
    expect(complaints).toHaveLength(1)
    expect(complaints?.[0]).toBeInstanceOf(ImpossibleAnswerError)
    expect(complaints?.[0]).toMatchObject({ path })
    expect(ai.evaluationCalls()).toMatchObject([{ error: complaints?.[0] }])
  })

  test('a question may be called toString', async () => {
    const http = await createMediaApp({ toString: questions.urgent })
    using ai = http.fakeAi()
    ai.respondEvaluations([{ toString: 0.5 }])
    await http.post('/evaluate', 'x').assertOk().assertJsonPath('toString.probability', 0.5)
  })

  test('a refusal is the model’s, which the SDK tells the app, and no complaint', async () => {
    const http = await createMediaApp()
    using ai = http.fakeAi({ strict: true })
    ai.respondEvaluations([{ ...fine, urgent: { type: 'refusal' } as never }])
    await http.post('/evaluate', 'Pay!').assertStatus(500)
    expect(ai.evaluationCalls()[0]?.error).toMatchObject({ questionIds: ['urgent'] })
  })
})
