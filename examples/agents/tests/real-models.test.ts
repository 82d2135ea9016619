// No real model is asked while a fake lives: not by the desk, and not by code that asks one past the app's binding.

import { createOpenAI } from '@ai-sdk/openai'
import { expect, spyOn, test } from 'bun:test'
import { FakeAiError, RealModelError } from '@understudy/testing'
import { embed, generateText } from 'ai'
import { createAi } from '../src/ai'
import { addTicket, openDesk } from './open-desk'

/** A server that counts what reaches it, and a provider that would ask it. */
function countRequests() {
  const reached: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      reached.push(new URL(request.url).pathname)
      return Response.json({})
    },
  })
  const environment = { OPENAI_API_KEY: 'key-of-a-test', OPENAI_BASE_URL: `${server.url.href}v1` }
  const openai = createOpenAI({ apiKey: environment.OPENAI_API_KEY, baseURL: environment.OPENAI_BASE_URL })
  return { reached, server, openai, environment }
}

/** What the end of a fake complains of. */
function complaintsOf(ai: Disposable): readonly Error[] {
  try {
    ai[Symbol.dispose]()
  } catch (error) {
    if (error instanceof FakeAiError) return error.complaints
    throw error
  }
  return []
}

test('every route that asks a model asks the fake, though there is a key and a server that would answer', async () => {
  const { reached, server, environment } = countRequests()
  using _ = server
  using desk = await openDesk({ ai: createAi({ ...environment, AI_PROVIDER: 'openai' }) })
  addTicket(desk)
  addTicket(desk)
  const http = desk.http.withToken(desk.operatorToken)
  using ai = desk.http.fakeAi()

  await http.post('/ops/agents/digest').assertStatus(500)
  await http.post('/ops/agents/close', { ticketId: 1 }).assertStatus(500)
  await http.post('/intake', { from: 'grace@example.com', subject: 'Help', text: 'It burns.' }).assertStatus(500)
  await http.get('/tickets/1/similar').assertStatus(500)
  await http.post('/tickets/1/triage').assertStatus(500)
  await http.post('/ops/digest/cover', { summary: 'All quiet.' }).assertStatus(500)

  expect(reached).toEqual([])
  const [prompts, calls] = [Array(3).fill('UNSCRIPTED_PROMPT'), Array(3).fill('UNSCRIPTED_MODEL')]
  expect(complaintsOf(ai)).toMatchObject([...prompts, ...calls].map((code) => ({ code })))
})

test('so does the chat, whose stream has begun when it fails', async () => {
  const { reached, server, environment } = countRequests()
  using _ = server
  using desk = await openDesk({ ai: createAi({ ...environment, AI_PROVIDER: 'openai' }) })
  using ai = desk.http.fakeAi()
  const logged = spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    const response = desk.http.withToken(desk.operatorToken).post('/chat', { message: 'What is open?' })
    expect(await response.text()).toContain('"type":"error"')

    expect(reached).toEqual([])
    expect(logged.mock.calls).toMatchObject([[{ code: 'UNSCRIPTED_PROMPT' }]])
    expect(complaintsOf(ai)).toMatchObject([{ code: 'UNSCRIPTED_PROMPT', agent: 'desk-assistant' }])
  } finally {
    logged.mockRestore()
  }
})

test('a handler that asks a model past the binding is refused, and the fake says so though the app hid it', async () => {
  const { reached, server, openai } = countRequests()
  using _ = server
  using desk = await openDesk()
  desk.app.get('/past-the-binding', async (c) => {
    const { text } = await generateText({ model: openai('gpt-5.5'), prompt: 'What is open?' })
    return c.json({ text })
  })
  using ai = desk.http.fakeAi()

  await desk.http.get('/past-the-binding').assertStatus(500).assertJson({ error: 'internal' })

  expect(reached).toEqual([])
  const complaints = complaintsOf(ai)
  expect(complaints).toEqual([expect.any(RealModelError)])
  expect(complaints[0]).toMatchObject({ kind: 'language', modelId: 'gpt-5.5' })
})

test('so is any other code that a test runs, for any kind of model', async () => {
  const { reached, server, openai } = countRequests()
  using _ = server
  using desk = await openDesk()
  using ai = desk.http.fakeAi()

  const refusal = await embed({ model: openai.embeddingModel('text-embedding-3-small'), value: 'Fire' }).catch(
    (error: unknown) => error,
  )

  expect(refusal).toBeInstanceOf(RealModelError)
  expect(reached).toEqual([])
  expect(complaintsOf(ai)).toEqual([expect.any(RealModelError)])
})
