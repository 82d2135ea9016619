// The real providers, as the environment configures them. A server on this machine answers in their place.

import { expect, test } from 'bun:test'
import { ProviderError } from '@understudy/agents'
import { createAi, MissingKeyError } from '../src/ai'
import { openDesk } from './open-desk'

interface Asked {
  readonly path: string
  readonly headers: Headers
  readonly body: { readonly model: string }
}

/** A server that answers each request with the same JSON, and what it was asked. */
function standIn(answer: object): { server: Bun.Server<undefined>; asked: Asked[] } {
  const asked: Asked[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      // The body of a provider's request is known by what is read of it below.
      const body = (await request.json()) as Asked['body']
      asked.push({ path: new URL(request.url).pathname, headers: request.headers, body })
      return Response.json(answer)
    },
  })
  return { server, asked }
}

const digest = { summary: 'All quiet.', staleTicketIds: [] }

test('Anthropic is asked with the key, the model and the address of the environment', async () => {
  const { server, asked } = standIn({
    type: 'message',
    id: 'message',
    role: 'assistant',
    model: 'claude-opus-5',
    content: [{ type: 'text', text: JSON.stringify(digest) }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
  })
  using _ = server
  const ai = createAi({
    ANTHROPIC_API_KEY: 'key-of-a-test',
    ANTHROPIC_MODEL: 'claude-opus-5',
    ANTHROPIC_BASE_URL: `${server.url.href}v1`,
  })
  using desk = await openDesk({ ai })

  await desk.http.withToken(desk.operatorToken).post('/ops/agents/digest').assertOk().assertJson({ digest })

  expect(asked).toMatchObject([{ path: '/v1/messages', body: { model: 'claude-opus-5' } }])
  expect(asked[0]?.headers.get('x-api-key')).toBe('key-of-a-test')
})

test('OpenAI, or a server that is compatible with it, is asked when AI_PROVIDER says so', async () => {
  const { server, asked } = standIn({
    id: 'completion',
    object: 'chat.completion',
    created: 0,
    model: 'gpt-test',
    choices: [{ index: 0, message: { role: 'assistant', content: JSON.stringify(digest) }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  })
  using _ = server
  const ai = createAi({
    AI_PROVIDER: 'openai',
    OPENAI_API_KEY: 'key-of-a-test',
    OPENAI_MODEL: 'gpt-test',
    OPENAI_BASE_URL: `${server.url.href}v1`,
  })
  using desk = await openDesk({ ai })

  await desk.http.withToken(desk.operatorToken).post('/ops/agents/digest').assertOk().assertJson({ digest })

  expect(asked).toMatchObject([{ path: '/v1/chat/completions', body: { model: 'gpt-test' } }])
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer key-of-a-test')
})

test.each([
  [{}, 'ANTHROPIC_API_KEY'],
  [{ ANTHROPIC_API_KEY: '' }, 'ANTHROPIC_API_KEY'],
  [{ AI_PROVIDER: 'openai', ANTHROPIC_API_KEY: 'key-of-a-test' }, 'OPENAI_API_KEY'],
])('with %j, the app works without a model and names %s when one is needed', async (environment, variable) => {
  using desk = await openDesk({ ai: createAi(environment) })
  const http = desk.http.withToken(desk.operatorToken)

  await http.get('/tickets').assertOk()
  await http
    .post('/ops/agents/digest')
    .assertStatus(503)
    .assertJsonPath('message', (message: string) => message.includes(variable))

  expect(desk.logged).toEqual([expect.any(MissingKeyError)])
  expect(desk.logged[0]).toMatchObject({ variable })
})

test('a provider that there is not is refused at once', () => {
  expect(() => createAi({ AI_PROVIDER: 'antropic' })).toThrow(ProviderError)
})
