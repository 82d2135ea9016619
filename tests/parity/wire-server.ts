// A loopback server that answers as the providers do, and the providers' own models pointed at it.

import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelMiddleware } from 'ai'
import { anthropicWire } from './anthropic-wire'
import { type Content, failure, modelId, type ProviderName } from './content'
import { type ContentName, contents } from './contents'
import { googleWire } from './google-wire'
import { openaiWire } from './openai-wire'
import type { Asked, Wire, WireEvent } from './wire'

const wires: Record<ProviderName, Wire> = { openai: openaiWire, anthropic: anthropicWire, google: googleWire }

/** A model as a middleware takes it. */
export type Model = Parameters<NonNullable<LanguageModelMiddleware['overrideProvider']>>[0]['model']

/** The server, until it is disposed. */
export interface WireServer extends Disposable {
  /** The provider's own model; whatever it is asked, it hears this content. */
  model(provider: ProviderName, name: ContentName): Model
}

function eventStream(events: readonly WireEvent[]): Response {
  const lines = events.map(({ event, data }) => `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`)
  return new Response(lines.join(''), { headers: { 'content-type': 'text/event-stream' } })
}

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url)
  const [provider, name] = url.pathname.slice(1).split('/').map(decodeURIComponent) as [ProviderName, ContentName]
  const wire = wires[provider]
  const content: Content = contents[name]
  if (content.fails === 'before') return Response.json(wire.failure(failure.message), { status: failure.status })
  const body = (await request.json()) as Asked
  const streams = body.stream === true || url.pathname.endsWith(':streamGenerateContent')
  return streams ? eventStream(wire.events(content, body)) : Response.json(wire.answer(content, body))
}

/** Starts the server on a free port of this machine. */
export function startWireServer(): WireServer {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer })
  // Google's package offers its tools to a Gemini alone.
  const create = {
    openai: (baseURL: string) => createOpenAI({ baseURL, apiKey: 'none' })(modelId),
    anthropic: (baseURL: string) => createAnthropic({ baseURL, apiKey: 'none' })(modelId),
    google: (baseURL: string) => createGoogle({ baseURL, apiKey: 'none' })(`gemini-3-${modelId}`),
  }
  return {
    model: (provider, name) => create[provider](`${server.url.origin}/${provider}/${encodeURIComponent(name)}`),
    [Symbol.dispose]: () => void server.stop(true),
  }
}
