import { expect, test } from 'bun:test'
import { createGateway, generateText } from 'ai'
import { rejection } from '../test-models.js'
import { type Models, sdkCalls, stringIds } from '../test-real-models.js'
import { guardModels } from './guard-models.js'
import type { GuardedCall } from './model-guard.js'

/** A server that hears requests and sockets, and a guard that refuses every call to it. */
function guardedServer(): Disposable & {
  readonly url: URL
  readonly heard: string[]
  readonly refused: GuardedCall[]
} {
  const heard: string[] = []
  const refused: GuardedCall[] = []
  const server = Bun.serve({
    port: 0,
    fetch(request, listening) {
      heard.push(request.headers.get('user-agent') ?? 'nobody')
      if (listening.upgrade(request)) return undefined
      return new Response('Hi.')
    },
    websocket: { message: () => undefined },
  })
  const guard = guardModels({
    allows: () => false,
    refuse(call) {
      refused.push(call)
      return new Error('Refused.')
    },
  })
  const end = (): void => {
    guard[Symbol.dispose]()
    void server.stop(true)
  }
  return { url: server.url, heard, refused, [Symbol.dispose]: end }
}

test.each([
  'ai/7.0.173 ai-sdk-provider-utils/5.0.81 bun/1.4.5',
  'my-app/1.0 ai/5.0.60 ai-sdk/provider-utils/3.0.10',
  'ai-sdk-openai/4.0.118 ai-sdk-provider-utils/5.0.81',
])('a request by %s is a model’s', async (userAgent) => {
  using server = guardedServer()
  const init = { method: 'POST', headers: { 'User-Agent': userAgent }, body: '{"model":"gpt-5"}' }
  expect(await rejection(fetch(`${server.url.href}v1/ask?key=secret`, init))).toEqual(new Error('Refused.'))
  expect(server.refused).toEqual([
    {
      kind: undefined,
      provider: server.url.host,
      modelId: 'gpt-5',
      way: 'fetch',
      endpoint: `POST ${server.url.origin}/v1/ask`,
    },
  ])
  expect(server.heard).toEqual([])
})

test.each(['ai-sdk/7.0.173 bun/1.4.5', 'openai/4.0', 'my-ai/7.0', 'Mozilla/5.0'])(
  'a request by %s passes',
  async (userAgent) => {
    using server = guardedServer()
    const request = new Request(server.url, { headers: { 'user-agent': userAgent } })
    expect(await (await fetch(request)).text()).toBe('Hi.')
    expect([server.heard, server.refused]).toEqual([[userAgent], []])
  },
)

test('a form says which model it is for, and a body that says nothing leaves it open', async () => {
  using server = guardedServer()
  const form = new FormData()
  form.set('model', 'whisper-1')
  const headers = { 'user-agent': 'ai/7.0.173' }
  for (const body of [form, 'no JSON', '"text"', new Uint8Array([1])]) {
    await rejection(fetch(server.url, { method: 'POST', headers, body }))
  }
  expect(server.refused.map(({ modelId }) => modelId)).toEqual(['whisper-1', undefined, undefined, undefined])
})

test('a model that the app asks without the SDK’s functions sends nothing', async () => {
  using server = guardedServer()
  const model = createGateway({ apiKey: 'none', baseURL: server.url.href })('acme/acme-1')
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi.' }] }]
  await rejection(Promise.resolve(model.doGenerate({ prompt })))
  expect(server.refused).toMatchObject([{ modelId: 'acme/acme-1', way: 'fetch' }])
  expect(server.heard).toEqual([])
})

test.each(['embed', 'rerank', 'decide', 'generateImage', 'generateVideo', 'streamSpeech', 'streamTranscribe'] as const)(
  '%s with a model of the gateway is refused once, and never tried again',
  async (name) => {
    using server = guardedServer()
    const gateway = createGateway({ apiKey: 'none', baseURL: server.url.href })
    const models: Models = {
      ...stringIds('none'),
      embedding: gateway.embeddingModel('acme/acme-1'),
      reranking: gateway.rerankingModel('acme/acme-1'),
      decision: gateway.decisionModel('acme/acme-1'),
      image: gateway.imageModel('acme/acme-1'),
      video: gateway.videoModel('acme/acme-1'),
      speech: gateway.speechModel('acme/acme-1'),
      transcription: gateway.transcriptionModel('acme/acme-1'),
    }
    expect(await rejection(sdkCalls[name](models))).toEqual(new Error('Refused.'))
    expect(server.refused).toMatchObject([{ modelId: 'acme/acme-1' }])
    expect(server.heard).toEqual([])
  },
)

test('a socket that a provider opens is refused, and the app’s own opens', async () => {
  using server = guardedServer()
  const url = server.url.href.replace('http', 'ws')
  // The types of the platform know nothing of the headers that providers give.
  const open = Reflect.construct.bind(undefined, WebSocket)
  expect(() => open([url, [], { headers: { 'user-agent': 'ai/7.0.173' } }])).toThrow('Refused.')
  expect(server.refused).toMatchObject([{ way: 'websocket', endpoint: `WebSocket ${new URL(url).href}` }])
  const socket = new WebSocket(url)
  const opened = Promise.withResolvers<Event>()
  socket.addEventListener('open', opened.resolve)
  expect(await opened.promise).toBeInstanceOf(Event)
  expect(socket).toBeInstanceOf(WebSocket)
  socket.close()
})

test('what only carries the name of a model’s member is looked up as any id', async () => {
  using server = guardedServer()
  const model = stringIds('constructor').language
  expect(await rejection(generateText({ model, prompt: 'Hi.' }))).toEqual(new Error('Refused.'))
  expect(server.refused).toMatchObject([{ kind: 'language', modelId: 'constructor' }])
})
