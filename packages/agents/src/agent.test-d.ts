/** The types of agents: tools from contracts and names, outputs, what a handler gets. */
import { createApp, routeTool, type Principal } from '@understudy/app'
import type { Tool } from 'ai'
import { z } from 'zod'
import { Agent, defineAi, isStepCount, Output, tool, type AgentTools, type Ai, type WireOf } from './index.js'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function same<A, B>(_: Equal<A, B>): void {}
function expectType<Expected>(_: Expected): void {}

const ticketsIndex = routeTool('tickets_index', {
  description: 'List tickets.',
  query: z.object({ status: z.enum(['open', 'closed']).optional() }),
})

class Digest extends Agent {
  static override agentName = 'digest'
  static override scopes = ['tool:tickets_index', 'tools:read', 'tools:tickets_*', 'tools:*'] as const
  instructions = 'Digest.'
  temperature = 0
  stopWhen = isStepCount(3)
  output = Output.object({ schema: z.object({ at: z.string().transform((text) => new Date(text)) }) })
  override tools() {
    return {
      ...this.appTools([ticketsIndex, 'users_index']),
      add: tool({ description: 'Add.', inputSchema: z.object({ a: z.number() }) }),
    }
  }
}
class Plain extends Agent {}

// Tools keep their names, from contracts, from strings and local ones.
same<keyof AgentTools<Digest>, 'tickets_index' | 'users_index' | 'add'>(true)
same<
  AgentTools<Digest>['tickets_index'] extends Tool<infer Input, infer _> ? Input : never,
  { status?: 'open' | 'closed' | undefined }
>(true)
same<AgentTools<Digest>['users_index'] extends Tool<infer Input, infer _> ? Input : never, Record<string, unknown>>(
  true,
)

// What goes in on the wire, and what comes out.
same<WireOf<Digest['output']>, { at: string }>(true)
const ai = defineAi({ default: 'main', providers: { main: { model: () => 'main/model' }, other: {} } })
expectType<Ai>(ai)
const principal: Principal = { kind: 'user', id: 1 }
export async function prompts(): Promise<void> {
  const { output, text } = await ai.agent(Digest).as(principal).prompt('hello')
  same<typeof output, { at: Date }>(true)
  same<typeof text, string>(true)
  const plain = await ai.agent(Plain).as(null).prompt('hello', { provider: 'other' })
  same<typeof plain.output, string>(true)
  // @ts-expect-error no such option
  await ai.agent(Plain).as(null).prompt('hello', { model: 'x' })
  const { answers } = await ai.evaluate({
    state: 'text',
    questions: {
      kind: { type: 'choice', criteria: { a: 'A', b: 'B' } },
      urgent: { type: 'boolean', instructions: 'Is it?' },
    },
  })
  same<typeof answers.kind.choice, 'a' | 'b'>(true)
  same<typeof answers.urgent.probability, number>(true)
  expectType<number[]>((await ai.embed({ value: 'x' })).embedding)
  // @ts-expect-error the binding has the models
  await ai.embed({ value: 'x', model: 'y' })
}

// @ts-expect-error not one of the providers
defineAi({ default: 'nobody', providers: { main: {} } })

// @ts-expect-error a scope outside the grammar
class BadScope extends Agent {
  static override scopes = ['tickets'] as const
}
class BadSetting extends Agent {
  temperature = 'hot'
}
// @ts-expect-error a setting of the wrong type
ai.agent(BadSetting)
// @ts-expect-error no class of agents
ai.agent(Date)
void BadScope

// c.var.ai is the binding.
createApp({ bindings: { ai } }).get('/', async (c) => {
  const response = await c.var.ai.agent(Digest).as(c.var.principal).prompt('hello')
  expectType<Date>(response.output.at)
  // @ts-expect-error no such key
  void response.output.nothing
  return c.json({})
})
