// While a fake lives, no way leads to a real model: whoever holds it, by whatever name.

import { describe, expect, test } from 'bun:test'
import { createOpenAI } from '@ai-sdk/openai'
import { RealModelError, TestApp } from '@understudy/testing'
import { generateText, streamText } from 'ai'
import { ada, Clerk, createDesk, rejection } from './desk.js'

/** A provider whose network is watched. */
function watched() {
  const sent: string[] = []
  const fetch = Object.assign(
    async (input: string | URL | Request): Promise<Response> => {
      sent.push(String(input instanceof Request ? input.url : input))
      return new Response('{}', { status: 500 })
    },
    { preconnect: () => undefined },
  )
  return { sent, provider: createOpenAI({ apiKey: 'sk-test', fetch }) }
}

describe('while a fake lives', () => {
  test('a model that the app holds is refused before anything is sent, and told when the fake ends', async () => {
    const { app } = createDesk()
    const http = await TestApp.fromApp(app)
    const { sent, provider } = watched()
    const ai = http.fakeAi()
    const model = provider('gpt-5')
    const generated = generateText({ model, prompt: 'go', maxRetries: 0 })
    expect(await rejection(generated)).toBeInstanceOf(RealModelError)
    const streamed = streamText({ model, prompt: 'go', maxRetries: 0, onError: () => undefined })
    await rejection(streamed.text)
    expect(sent).toEqual([])
    expect(() => ai[Symbol.dispose]()).toThrow(/real/i)
  })

  test('a model by its name is refused', async () => {
    const { app } = createDesk()
    const http = await TestApp.fromApp(app)
    const ai = http.fakeAi()
    expect(await rejection(generateText({ model: 'openai/gpt-5', prompt: 'go', maxRetries: 0 }))).toBeInstanceOf(
      RealModelError,
    )
    expect(() => ai[Symbol.dispose]()).toThrow(/real/i)
  })

  test('the binding that was taken before is faked with the app', async () => {
    const { app, ai: imported } = createDesk()
    const before = app.make('ai')
    const agent = before.agent(Clerk).as(ada)
    const http = await TestApp.fromApp(app)
    using ai = http.fakeAi()
    ai.respond(Clerk, ['One.', 'Two.', 'Three.'])
    expect((await agent.prompt('go')).text).toBe('One.')
    expect((await before.agent(Clerk).as(ada).prompt('go')).text).toBe('Two.')
    expect((await imported.agent(Clerk).as(ada).prompt('go')).text).toBe('Three.')
  })

  test('what begins under it, and asks after it ended, is refused', async () => {
    const { app } = createDesk()
    const http = await TestApp.fromApp(app)
    const ended = Promise.withResolvers<void>()
    let late: Promise<unknown> | undefined
    {
      using ai = http.fakeAi()
      late = ended.promise.then(() => app.make('ai').agent(Clerk).as(ada).prompt('late'))
      expect(ai.calls(Clerk)).toEqual([])
    }
    ended.resolve()
    const error = await rejection(late)
    expect(String(error)).not.toContain('A real model was asked for')
    expect(error).toMatchObject({ code: expect.stringMatching(/FAKE/) })
  })
})
