/**
 * The sample app of the field cases and its agents survive a model that misbehaves, and an improvised script runs all of
 * their wiring.
 */
import { describe, expect, test } from 'bun:test'
import { improvise, mischief, TestApp } from '@understudy/testing'
import { createSampleApp, Digest, principal, Triager } from './field-cases/sample-app'

const http = async (): Promise<TestApp> => await TestApp.fromApp(createSampleApp().app)

describe('mischief', () => {
  test.each([1, 2, 3])(
    'finds nothing in the sample app: prompts and streams (seed %d)',
    async (seed) => {
      await mischief(Triager, { http, as: principal, seed })
      await mischief(Digest, { http, as: principal, seed })
    },
    60_000,
  )

  test.each(['/triage', '/chat'])(
    'finds nothing in the sample app: POST %s',
    async (path) => {
      await mischief(Triager, { http, request: (app) => app.withToken('token').post(path, { input: 'hi' }) })
    },
    60_000,
  )
})

describe('improvise', () => {
  test('calls every tool of an agent once through its real route, and answers', async () => {
    const app = await http()
    using ai = app.fakeAi()
    ai.respond(Triager, [improvise({ inputs: { tickets_show: { id: 1 } } })])
    const { text } = await ai.agent(Triager).as(principal).prompt('Go.')
    expect(text).not.toBe('')
    const { toolCalls = [] } = ai.calls(Triager)[0] ?? {}
    expect(toolCalls.map(({ name, status, denied }) => [name, denied ?? (status ?? 0) < 500])).toEqual([
      ['tickets_index', true],
      ['tickets_show', true],
      ['tickets_create', true],
      ['tickets_update', true],
      ['tickets_delete', 'approval'],
    ])
  })

  test('answers an agent with an output, and every prompt of a stream', async () => {
    const app = await http()
    using ai = app.fakeAi()
    ai.respond(Digest, () => improvise({ seed: 3 }))
    ai.respond(Triager, () => improvise({ seed: 3 }))
    expect((await ai.agent(Digest).as(principal).prompt('Go.')).output).toEqual({ n: expect.any(Number) })
    const response = await ai.agent(Triager).as(principal).stream('Go.')
    expect(await response.text()).toContain('"type":"finish"')
  })
})
