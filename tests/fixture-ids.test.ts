// Providers make up ids: the same conversation is the same file all the same. Proved with OpenAI's own package, against
// a server that answers with other ids each time.

import { describe, expect, test } from 'bun:test'
import { createOpenAI, openai } from '@ai-sdk/openai'
import { generateText, isStepCount, streamText, tool } from 'ai'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type FixtureModel, recordFixture, type RecordOptions, replayFixture } from '@understudy/script'

/** One id of a run, as OpenAI makes them. */
function made(prefix: string): string {
  return `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`
}

type Item = Readonly<Record<string, unknown>>

function message(text: string): Item {
  const annotations = [{ type: 'url_citation', start_index: 0, end_index: 3, url: 'https://a.example/', title: 'A.' }]
  const content = [{ type: 'output_text', text, annotations, logprobs: [] }]
  return { type: 'message', id: made('msg'), role: 'assistant', status: 'completed', content }
}

function call(city: string): Item {
  const given = { name: 'weather', arguments: JSON.stringify({ city }), status: 'completed' }
  return { type: 'function_call', id: made('fc'), call_id: made('call'), ...given }
}

function reasoning(): Item {
  return { type: 'reasoning', id: made('rs'), summary: [{ type: 'summary_text', text: 'Two cities.' }] }
}

function execution(): Item {
  const ran = { code: 'print(1)', outputs: [{ type: 'logs', logs: '1' }], container_id: made('cntr') }
  return { type: 'code_interpreter_call', id: made('ci'), status: 'completed', ...ran }
}

const usage = {
  input_tokens: 5,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 10,
}

function response(output: readonly Item[], status: string): Item {
  const made_ = { id: made('resp'), object: 'response', created_at: Math.floor(Date.now() / 1000), model: 'gpt-5' }
  return { ...made_, status, incomplete_details: null, output, usage: status === 'completed' ? usage : null }
}

/** The events of a stream in which each item comes in one piece. */
function events(output: readonly Item[]): string {
  const whole = response(output, 'completed')
  const items = output.flatMap((item, output_index) => {
    const at = { item_id: item['id'], output_index }
    const isText = item['type'] === 'message'
    const isCode = item['type'] === 'code_interpreter_call'
    const code = item['code']
    return [
      { type: 'response.output_item.added', output_index, item: isText ? { ...item, content: [] } : item },
      ...(isText ? [{ type: 'response.output_text.delta', ...at, content_index: 0, delta: 'Rain in both.' }] : []),
      ...(isCode ? [{ type: 'response.code_interpreter_call_code.delta', ...at, delta: code }] : []),
      ...(isCode ? [{ type: 'response.code_interpreter_call_code.done', ...at, code }] : []),
      { type: 'response.output_item.done', output_index, item },
    ]
  })
  const all = [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [], usage: null } },
    ...items,
    { type: 'response.completed', response: whole },
  ]
  return all.map((event, sequence_number) => `data: ${JSON.stringify({ ...event, sequence_number })}\n\n`).join('')
}

/** OpenAI on this machine: two calls of a tool, then a text. */
function startOpenAI(): Disposable & { readonly model: Parameters<typeof recordFixture>[0]; asked(): number } {
  let asked = 0
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      asked++
      const body = z
        .object({ stream: z.boolean().optional(), input: z.array(z.looseObject({})) })
        .parse(await request.json())
      const isAnswered = body.input.some(({ type }) => type === 'function_call_output')
      const output = isAnswered ? [message('Rain in both.')] : [reasoning(), execution(), call('Oslo'), call('Bergen')]
      if (body.stream !== true) return Response.json(response(output, 'completed'))
      return new Response(events(output), { headers: { 'content-type': 'text/event-stream' } })
    },
  })
  return {
    model: createOpenAI({ baseURL: server.url.origin, apiKey: 'none' })('gpt-5'),
    asked: () => asked,
    [Symbol.dispose]: () => void server.stop(true),
  }
}

// What a tool is given is in what it gives out.
const weather = tool({
  inputSchema: z.object({ city: z.string() }),
  execute: ({ city }, { toolCallId }) => ({ city, sky: 'rain', receipt: `for ${toolCallId}` }),
})

async function ask(model: FixtureModel, mode: 'generate' | 'stream'): Promise<string> {
  const tools = { weather, code_interpreter: openai.tools.codeInterpreter() }
  const asked = { model, tools, prompt: 'Oslo and Bergen?', stopWhen: isStepCount(3) }
  return mode === 'generate' ? (await generateText(asked)).text : await streamText(asked).text
}

describe.each(['generate', 'stream'] as const)('OpenAI asked to %s', (mode) => {
  test.each<[string, RecordOptions]>([
    ['in short', {}],
    ['with its parts', { parts: true }],
  ])('and recorded %s twice gives the same bytes, which replay', async (_, options) => {
    const folder = mkdtempSync(join(tmpdir(), 'understudy-ids-'))
    using server = startOpenAI()
    try {
      const texts: string[] = []
      for (const name of ['one.json', 'two.json']) {
        await using recording = recordFixture(server.model, join(folder, name), options)
        expect(await ask(recording, mode)).toBe('Rain in both.')
        await recording.close()
        texts.push(readFileSync(join(folder, name), 'utf8').replace('"two"', '"one"'))
      }
      const [one = '', two] = texts
      expect(two).toBe(one)
      expect(one).not.toMatch(/(?:resp|msg|fc|call|rs|ci|cntr)_[\da-f]{32}/)
      expect(one).toContain('"call-2"')
      expect(one).toContain('"item-1"')
      expect(one).toContain('"response-2"')

      const real = server.asked()
      const replay = replayFixture(join(folder, 'one.json'))
      expect(await ask(replay, mode)).toBe('Rain in both.')
      replay.assertComplete()
      expect(server.asked()).toBe(real)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
