// How each error of `@understudy/agents` occurs.

import { Agent, agentNameOf, defineAi, memoryConversations, type AgentClass } from '@understudy/agents'
import { createApp, requirePrincipal, routeTool } from '@understudy/app'
import { aiOptions, Clerk, Counter, createAi, createDesk, principal } from './desk'
import type { Occasion } from './occasion'

const ticketsDelete = routeTool('tickets_delete', { description: 'Delete a ticket.' })

/** Asks for what it does not have. */
class Sweeper extends Agent {
  static override agentName = 'sweeper'
  static override scopes = ['tickets:*'] as never
  override tools() {
    return this.appTools([ticketsDelete, 'tickets_shows'])
  }
}

/** Has no tools. */
class Clock extends Agent {}

/** Extends nothing. */
class Stranger {
  instructions = 'You are nobody.'
}

/** Has settings that nothing could use. */
class Muddled extends Agent {
  static override agentName = 'muddled'
  instructons = 'You tell the time.'
  provider = 'antropic'
  stopWhen = 5 as never
}

/** Wants one tool, which writes. */
class Deleter extends Agent {
  static override agentName = 'deleter'
  static override scopes = ['tools:*'] as const
  override tools() {
    return this.appTools([ticketsDelete])
  }
}

function appOfDeleter() {
  return createApp({ bindings: { ai: createAi() } }).delete('/tickets', requirePrincipal(), ticketsDelete, (c) =>
    c.text(''),
  )
}

/** A binding that keeps conversations, and has one: somebody's, with the clerk. */
async function createKeptAi() {
  const ai = defineAi({ ...aiOptions, conversations: memoryConversations() })
  await ai.conversations().create({ id: 'kept', agent: 'clerk', owner: { kind: 'user', id: 1 }, messages: [] })
  return ai
}

const conversations: readonly Occasion[] = [
  {
    when: 'a conversation is not there, or is of somebody else',
    occur: async () => (await createKeptAi()).agent(Counter).as(principal).prompt('Go on.', { conversation: 'lost' }),
  },
  {
    when: 'a conversation is asked for by what is no id',
    occur: async () =>
      (await createKeptAi())
        .agent(Counter)
        .as(principal)
        .prompt('Go on.', { conversation: { id: 'kept' } as never }),
  },
  {
    when: 'an agent goes on with the conversation of another',
    occur: async () => (await createKeptAi()).agent(Counter).as(principal).prompt('Go on.', { conversation: 'kept' }),
  },
  {
    when: 'an anonymous run asks for a conversation',
    occur: async () => (await createKeptAi()).agent(Counter).as(null).prompt('Hello.', { conversation: true }),
  },
  {
    when: 'a new conversation is given an id that is in use',
    occur: async () => {
      const store = (await createKeptAi()).conversations()
      await store.create({ id: 'kept', agent: 'counter', owner: { kind: 'user', id: 1 }, messages: [] })
    },
  },
  {
    when: 'a conversation is asked for where none are kept',
    occur: async () => {
      const { app } = await createDesk()
      await app.make('ai').agent(Clerk).as(principal).prompt('Hello.', { conversation: true })
    },
  },
]

export const agentsErrors: readonly Occasion[] = [
  {
    when: 'an agent asks for tools that it cannot have',
    occur: () => appOfDeleter().make('ai').agent(Sweeper).as(principal),
  },
  {
    when: 'an anonymous run is given a tool that writes',
    occur: () => appOfDeleter().make('ai').agent(Deleter).as(null),
  },
  { when: 'an agent is constructed by hand', occur: () => new Clerk() },
  { when: 'what is no class is bound', occur: () => agentNameOf(undefined as unknown as AgentClass) },
  { when: 'an agent is asked for by its name', occur: () => createAi().agent('clerk' as unknown as AgentClass) },
  {
    when: 'a contract is asked for without a list',
    occur: () => {
      class Loose extends Agent {
        override tools() {
          // The types forbid it.
          return this.appTools(ticketsDelete as never)
        }
      }
      return appOfDeleter().make('ai').agent(Loose).as(principal)
    },
  },
  // The types forbid these.
  {
    when: 'what does not extend Agent is bound',
    occur: () => createAi().agent(Stranger as unknown as AgentClass),
  },
  {
    when: 'the members of an agent are of the wrong kinds',
    occur: () => createAi().agent(Muddled).as(principal),
  },
  {
    when: 'a prompt is given options that mean nothing',
    occur: () =>
      createAi()
        .agent(Clock)
        .as(null)
        .prompt('Go.', { conversaton: true, signal: new AbortController() } as never),
  },
  {
    when: 'a conversation is gone on with by no id',
    occur: () =>
      createAi()
        .agent(Clock)
        .as(null)
        .continue(undefined as never),
  },
  {
    when: 'a call of the binding lacks what it needs',
    occur: () => createAi().embed({ valeu: 'A ticket.', provider: 5 } as never),
  },
  {
    when: 'the options of a binding are of the wrong kinds',
    occur: () =>
      defineAi({ ...aiOptions, converstions: memoryConversations(), conversations: memoryConversations } as never),
  },
  { when: 'a binding is defined without providers', occur: () => defineAi({} as never) },
  {
    when: 'a model stands in the place of its factory',
    occur: () => defineAi({ default: 'openai', providers: { openai: { model: 'openai/gpt-5.5' } } } as never),
  },
  {
    when: 'a factory makes no model',
    occur: () =>
      defineAi({ default: 'openai', providers: { openai: { model: () => undefined as never } } })
        .agent(Clock)
        .as(null)
        .prompt('Go.'),
  },
  {
    when: 'the imported binding serves several apps and is used outside of a request',
    occur: () => {
      const ai = createAi()
      createApp({ bindings: { ai } }).make('ai')
      createApp({ bindings: { ai } }).make('ai')
      ai.agent(Clerk).as(principal)
    },
  },
  {
    when: 'conversations are read where none are kept',
    occur: async () => (await createDesk()).app.make('ai').conversations(),
  },
  {
    when: 'a provider is not there',
    occur: async () =>
      (await createDesk()).app.make('ai').agent(Clerk).as(principal).prompt('Go.', { provider: 'antropic' }),
  },
  {
    when: 'a provider has no model of the kind that is asked for',
    occur: async () => (await createDesk()).app.make('ai').embed({ value: 'A ticket.', provider: 'anthropic' }),
  },
  {
    when: 'the default is no provider',
    // The types forbid it.
    occur: () =>
      defineAi({ default: 'openai' as never, providers: {} })
        .agent(Clerk)
        .as(principal)
        .prompt('Go.'),
  },
  ...conversations,
]
