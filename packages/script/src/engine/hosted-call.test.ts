// How a call that the provider runs itself is streamed. tests/parity holds the same against real providers.

import { expect, test } from 'bun:test'
import { type ContentPart, scriptedModel } from '../index.js'

interface Hosted {
  readonly input: string
  readonly dynamic?: boolean
  readonly providerExecuted?: boolean
}

async function inputParts(hosted: Hosted): Promise<unknown[]> {
  const call: ContentPart = {
    type: 'tool-call',
    toolCallId: 'p1',
    toolName: 'search',
    providerExecuted: true,
    ...hosted,
  }
  const offered = { type: 'provider', id: 'acme.search', name: 'search', args: {} } as const
  const model = scriptedModel([{ content: [call] }])
  const sent: unknown[] = []
  for await (const part of (await model.doStream({ prompt: [], tools: [offered] })).stream) sent.push(part)
  const [started, metadata, ...rest] = sent
  expect([started, metadata]).toMatchObject([{ type: 'stream-start' }, { type: 'response-metadata' }])
  expect(rest.splice(-2)).toMatchObject([call, { type: 'finish' }])
  return rest
}

const start = { type: 'tool-input-start', id: 'p1', toolName: 'search', providerExecuted: true }
const end = { type: 'tool-input-end', id: 'p1' }

test('the input of a call that the provider runs is streamed in one delta', async () => {
  const delta = { type: 'tool-input-delta', id: 'p1', delta: '{"q":"a"}' }
  expect(await inputParts({ input: '{"q":"a"}' })).toEqual([start, delta, end])
  expect(await inputParts({ input: '{"q":"a"}', dynamic: false })).toEqual([{ ...start, dynamic: false }, delta, end])
})

test.each(['', '{}'])('an empty input that the provider made (%p) has no delta', async (input) => {
  expect(await inputParts({ input })).toEqual([start, end])
})

test('an empty input for the app has the delta that providers send', async () => {
  const delta = { type: 'tool-input-delta', id: 'p1', delta: '{}' }
  const asked = { ...start, providerExecuted: false }
  expect(await inputParts({ input: '{}', providerExecuted: false })).toEqual([asked, delta, end])
})

test('a call that the provider made to a tool nobody offered arrives whole', async () => {
  expect(await inputParts({ input: '{"q":"a"}', dynamic: true })).toEqual([])
})

test('a dynamic call for the app is streamed as any other', async () => {
  const types = (await inputParts({ input: '{"q":"a"}', dynamic: true, providerExecuted: false })) as { type: string }[]
  expect(types.map(({ type }) => type)).toEqual(['tool-input-start', 'tool-input-delta', 'tool-input-end'])
})
