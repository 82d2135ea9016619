// How each error of `@understudy/script` occurs, under the SDK's own functions.

import {
  forbidRealModels,
  forever,
  improvise,
  type Reply,
  scriptedEmbeddings,
  scriptedImages,
  scriptedModel,
} from '@understudy/script'
import { embed, embedMany, generateImage, generateText, jsonSchema, Output, tool } from 'ai'
import { z } from 'zod'
import { fakeModelsErrors } from './fake-models-errors'
import { fixtureErrors } from './fixture-errors'
import type { Occasion } from './occasion'

const id = z.object({ id: z.number() })
const tools = {
  tickets_show: tool({ inputSchema: id, execute: () => 'A ticket.' }),
  tickets_update: tool({ inputSchema: id, execute: () => 'Done.' }),
}

function checkout(...steps: Reply[]) {
  return scriptedModel(steps, { name: 'checkout' })
}

/** A script that is wrong on purpose, as JavaScript allows. */
function mistaken(steps: unknown): void {
  scriptedModel(steps as Reply[])
}

const language: readonly Occasion[] = [
  {
    when: 'an output is scripted for an agent without one',
    occur: () => generateText({ model: checkout({ output: { n: 1 } }), prompt: 'Count.' }),
  },
  {
    when: 'a scripted output does not fit its schema',
    occur: () =>
      generateText({
        model: checkout({ output: { id: 'seven' } }),
        output: Output.object({ schema: id }),
        prompt: 'Count.',
      }),
  },
  {
    when: 'a scripted output is what JSON cannot carry',
    occur: () =>
      generateText({
        model: checkout({ output: { id: 7n } }),
        output: Output.object({ schema: id }),
        prompt: 'Count.',
      }),
  },
  {
    when: 'nothing stops a loop whose script goes on for ever',
    occur: () =>
      generateText({
        model: checkout(forever([{ name: 'tickets_show', input: { id: 7 } }])),
        tools,
        prompt: 'Look.',
        stopWhen: () => false,
      }),
  },
  {
    when: 'a scripted call names a tool that is not offered',
    occur: () => generateText({ model: checkout([{ name: 'ticket_show' }]), tools, prompt: 'Look.' }),
  },
  {
    when: 'a scripted call is made where no tools are offered',
    occur: () => generateText({ model: checkout([{ name: 'tickets_show' }]), prompt: 'Look.' }),
  },
  {
    when: 'a scripted call is one that toolChoice forbids',
    occur: () =>
      generateText({
        model: checkout([{ name: 'tickets_show', input: { id: 1 } }]),
        tools,
        toolChoice: 'none',
        prompt: 'Look.',
      }),
  },
  {
    when: 'the input of a scripted call does not fit its schema',
    occur: () =>
      generateText({ model: checkout([{ name: 'tickets_show', input: { id: 'seven' } }]), tools, prompt: 'Look.' }),
  },
  {
    when: 'the input of a scripted call is what JSON cannot carry',
    occur: () =>
      generateText({ model: checkout([{ name: 'tickets_show', input: { id: 7n } }]), tools, prompt: 'Look.' }),
  },
  { when: 'a script holds what is no step', occur: () => mistaken(['Hello.', null]) },
  { when: 'a step has an unknown key', occur: () => mistaken([{ outptu: { n: 1 } }]) },
  { when: 'a script has several mistakes', occur: () => mistaken([7, { toolCalls: [{ input: {} }] }]) },
  {
    when: 'a model is asked past the end of its script',
    occur: () =>
      generateText({
        model: checkout([{ name: 'tickets_show', input: { id: 1 } }]),
        tools,
        stopWhen: [],
        prompt: 'Look.',
      }),
  },
  { when: 'a model without a script is asked', occur: () => generateText({ model: checkout(), prompt: 'Look.' }) },
  {
    when: 'the code under test swallows a fault of its script',
    occur: async () => {
      const model = checkout('First.')
      await generateText({ model, prompt: 'Go.' })
      await generateText({ model, prompt: 'Again.' }).catch(() => undefined)
      model.assertComplete()
    },
  },
  {
    when: 'a script is not played to its end',
    occur: async () => {
      const model = checkout('First.', 'Second.', [{ name: 'tickets_show' }])
      await generateText({ model, prompt: 'Go.' })
      model.assertComplete()
    },
  },
]

const improvised: readonly Occasion[] = [
  {
    when: 'no input can be made up for a tool',
    occur: () => {
      const pattern = String.raw`^(\w{12})-\1$`
      const odd = tool({
        inputSchema: jsonSchema<object>({
          type: 'object',
          properties: { key: { type: 'string', pattern } },
          required: ['key'],
        }),
        execute: () => 'Done.',
      })
      return generateText({ model: checkout(improvise()), tools: { odd }, prompt: 'Go.' })
    },
  },
]

const guarded: readonly Occasion[] = [
  {
    when: 'a real model is asked by its id while real models are forbidden',
    occur: async () => {
      using _ = forbidRealModels()
      await generateText({ model: 'openai/gpt-5.5', prompt: 'Look.', maxRetries: 0 })
    },
  },
]

const otherKinds: readonly Occasion[] = [
  {
    when: 'an embedding model is asked for more vectors than are scripted',
    occur: () =>
      embedMany({ model: scriptedEmbeddings([[0.1, 0.2]], { name: 'embedder' }), values: ['A ticket.', 'Another.'] }),
  },
  {
    when: 'a model without answers is asked',
    occur: () => embed({ model: scriptedEmbeddings([]), value: 'A ticket.' }),
  },
  {
    when: 'the scripted vectors differ in length',
    occur: () => embedMany({ model: scriptedEmbeddings([[0.1, 0.2], [0.3]]), values: ['A ticket.', 'Another.'] }),
  },
  {
    when: 'fewer images are scripted than a call asks for',
    occur: () => generateImage({ model: scriptedImages(['aGk=']), prompt: 'A printer on fire.', n: 2 }),
  },
  { when: 'an answer is scripted that is none of its kind', occur: () => scriptedEmbeddings([['0.1']] as never) },
]

export const scriptErrors: readonly Occasion[] = [
  ...language,
  ...improvised,
  ...guarded,
  ...fakeModelsErrors,
  ...otherKinds,
  ...fixtureErrors,
]
