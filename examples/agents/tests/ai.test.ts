// The real providers, as the environment configures them. A server on this machine answers in their place.

import { expect, test } from 'bun:test'
import { ProviderError } from '@understudy/agents'
import { createAi } from '../src/ai'
import { MissingKeyError } from '../src/missing-key-error'
import { addTicket, openDesk } from './open-desk'

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

/** The environment of a desk whose agents are Anthropic's and whose other models a server on this machine answers for. */
function otherModelsAt(server: Bun.Server<undefined>): Record<string, string> {
  return { OPENAI_API_KEY: 'key-of-a-test', OPENAI_BASE_URL: `${server.url.href}v1` }
}

test('embeddings are OpenAI’s, whoever answers the agents', async () => {
  const { server, asked } = standIn({ data: [{ embedding: [1, 0] }, { embedding: [1, 0] }] })
  using _ = server
  using desk = await openDesk({ ai: createAi({ ...otherModelsAt(server), OPENAI_EMBEDDING_MODEL: 'embed-test' }) })
  const [ticket] = [addTicket(desk), addTicket(desk)]

  const http = desk.http.withToken(desk.operatorToken)
  await http.get(`/tickets/${ticket.id}/similar`).assertOk().assertJsonPath('similar.0.similarity', 1)

  expect(asked).toMatchObject([{ path: '/v1/embeddings', body: { model: 'embed-test' } }])
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer key-of-a-test')
})

test('so are images', async () => {
  const { server, asked } = standIn({ data: [{ b64_json: 'iVBORw0KGgo=' }] })
  using _ = server
  using desk = await openDesk({ ai: createAi({ ...otherModelsAt(server), OPENAI_IMAGE_MODEL: 'image-test' }) })

  await desk.http
    .withToken(desk.operatorToken)
    .post('/ops/digest/cover', { summary: 'All quiet.' })
    .assertOk()
    .assertHeader('content-type', 'image/png')

  expect(asked).toMatchObject([{ path: '/v1/images/generations', body: { model: 'image-test' } }])
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer key-of-a-test')
})

test('and decisions', async () => {
  const probabilities = ['hardware', 'billing', 'account', 'other'].map((value) => ({
    value,
    probability: value === 'hardware' ? 1 : 0,
  }))
  const { server, asked } = standIn({
    answers: [
      { type: 'choice', name: 'category', choice: 'hardware', probabilities },
      { type: 'predicate', name: 'urgent', probability: 0.97 },
    ],
  })
  using _ = server
  using desk = await openDesk({ ai: createAi({ ...otherModelsAt(server), OPENAI_DECISION_MODEL: 'decide-test' }) })
  const { id } = addTicket(desk)

  await desk.http
    .withToken(desk.operatorToken)
    .post(`/tickets/${id}/triage`)
    .assertOk()
    .assertJson({ triage: { category: 'hardware', urgent: true, needsPerson: false } })

  expect(asked).toMatchObject([{ path: '/v1/decisions', body: { model: 'decide-test' } }])
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer key-of-a-test')
})

const digestPath = '/ops/agents/digest'

test.each([
  [digestPath, {}, 'ANTHROPIC_API_KEY'],
  [digestPath, { ANTHROPIC_API_KEY: '' }, 'ANTHROPIC_API_KEY'],
  [digestPath, { AI_PROVIDER: 'openai', ANTHROPIC_API_KEY: 'key-of-a-test' }, 'OPENAI_API_KEY'],
  ['/chat', {}, 'ANTHROPIC_API_KEY'],
  ['/tickets/1/triage', { ANTHROPIC_API_KEY: 'key-of-a-test' }, 'OPENAI_API_KEY'],
  ['/ops/digest/cover', { ANTHROPIC_API_KEY: 'key-of-a-test' }, 'OPENAI_API_KEY'],
])('POST %s with %j: the app works without a model and names %s when one is needed', async (path, environment, key) => {
  using desk = await openDesk({ ai: createAi(environment) })
  addTicket(desk)
  const http = desk.http.withToken(desk.operatorToken)

  await http.get('/tickets').assertOk()
  await http
    .post(path, { message: 'What is open?', summary: 'All quiet.' })
    .assertStatus(503)
    .assertJsonPath('message', (message: string) => message.includes(key))

  expect(desk.logged).toEqual([expect.any(MissingKeyError)])
  expect(desk.logged[0]).toMatchObject({ variable: key })
})

test('a provider that there is not is refused at once', () => {
  expect(() => createAi({ AI_PROVIDER: 'antropic' })).toThrow(ProviderError)
})
