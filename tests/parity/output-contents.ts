// Structured outputs as models say them: those that were asked for, and those that went wrong.

import type { Reply } from '@understudy/script'
import { Output } from 'ai'
import { z } from 'zod'
import { type AskedOutput, type Block, type Content, content, counts, usage } from './content'

const place = z.object({ city: z.string(), rain: z.boolean() })
const object = Output.object({ schema: place })
const list = Output.array({ element: place })
const choice = Output.choice({ options: ['sun', 'rain'] })
const oslo = { city: 'Oslo', rain: true }
const bergen = { city: 'Bergen', rain: true }

const structured = (...deltas: string[]): Block => ({ type: 'text', deltas, structured: true })
const byFormat = { byFormat: true, providers: ['anthropic'] } as const

function asked(output: AskedOutput, blocks: readonly Block[], reply: Reply): Content {
  return content(blocks, reply, { output })
}

/** An output in the chunks in which it goes over the wire. */
function given(output: AskedOutput, value: unknown, chunks: readonly string[]): Content {
  return asked(output, [structured(...chunks)], { output: value, chunks, usage })
}

const anObject = given(object, oslo, ['{"city":"Os', 'lo","ra', 'in":true}'])
const aList = given(
  list,
  [oslo, bergen],
  ['{"elements":[{"city":"Oslo","rain":true}', ',{"city":"Ber', 'gen","rain":true}', ']}'],
)
const aChoice = given(choice, 'rain', ['{"result":"ra', 'in"}'])

export const outputContents = {
  'an object': anObject,
  'a list': aList,
  'an empty list': given(list, [], ['{"elements":[]}']),
  'a choice': aChoice,
  'an object that was asked for by its format': { ...anObject, ...byFormat },
  'a list that was asked for by its format': { ...aList, ...byFormat },
  'a choice that was asked for by its format': { ...aChoice, ...byFormat },
  'any JSON': given(Output.json(), { any: [1, null] }, ['{"any":', '[1,null]}']),
  'reasoning, then an object': {
    ...asked(object, [{ type: 'reasoning', deltas: ['Rain.'] }, structured('{"city":"Oslo","rain":true}')], {
      output: oslo,
      reasoning: 'Rain.',
      usage: { ...usage, outputTokens: { total: 5, reasoning: 2 } },
    }),
    counts: { ...counts, reasoning: 2 },
  },
  'a tool call before an object': {
    ...asked(object, [{ type: 'call', name: 'weather', input: { city: 'Oslo' } }], {
      toolCalls: [{ name: 'weather', input: { city: 'Oslo' } }],
      usage,
    }),
    stop: 'tool-calls',
  },
  'an object that does not fit': asked(object, [structured('{"city":5}')], { text: '{"city":5}', usage }),
  'a list whose last element does not fit': asked(
    list,
    [structured('{"elements":[{"city":"Oslo","rain":true}', ',{"city":5}', ']}')],
    { chunks: ['{"elements":[{"city":"Oslo","rain":true}', ',{"city":5}', ']}'], usage },
  ),
  // How much of a tool's input Anthropic keeps of a message that was cut is not told by its documentation.
  'an object that is cut at its length': {
    ...asked(object, [structured('{"city":"Os', 'lo","ra')], {
      chunks: ['{"city":"Os', 'lo","ra'],
      finishReason: 'length',
      usage,
    }),
    byFormat: true,
    stop: 'length',
  },
  'a refusal in place of an object': {
    ...asked(object, [{ type: 'text', deltas: ['I will not.'], refuses: true }], {
      text: 'I will not.',
      finishReason: 'content-filter',
      usage,
    }),
    stop: 'content-filter',
    providers: ['openai', 'anthropic'],
  },
  'a text in place of an object': asked(object, [{ type: 'text', deltas: ['I can', 'not.'] }], {
    chunks: ['I can', 'not.'],
    usage,
  }),
} as const satisfies Record<string, Content>
