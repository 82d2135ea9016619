/**
 * The replies that wait for prompts, by agent name: in order, for some prompts only, or made for each.
 */
import type { ParsedReply } from '@understudy/script'
import type { CallSite } from '../call-site.js'
import type { AgentCall } from './agent-call.js'
import { holds } from './holds.js'

/** Says which prompts a queue is for. */
export type When = (input: string, call: AgentCall) => boolean

/** A reply, and where it was scripted. */
export interface ScriptedReply {
  readonly reply: ParsedReply
  readonly site: CallSite
}

interface Queue {
  /** Absent for the queue that takes every prompt. */
  readonly when?: When
  readonly waiting: ScriptedReply[]
}

interface AgentReplies {
  /** Those with a condition come first, in the order in which they were made. */
  readonly conditional: Queue[]
  readonly plain: Queue
  /** Makes a reply for every prompt that no queue has one for. */
  maker: ((call: AgentCall) => ScriptedReply) | undefined
  scripted: number
  prompts: number
}

/** What a prompt draws. */
export interface Drawn {
  readonly taken: ScriptedReply | undefined
  /** How many replies wait for prompts that a condition holds for; none held for this one. */
  readonly conditional: number
  /** How many replies were scripted for the agent so far. */
  readonly scripted: number
  /** Which prompt of the agent this is, from 1. */
  readonly prompt: number
}

/** Replies that were never used. */
export interface Unused {
  readonly agent: string
  readonly count: number
}

/** The replies of each agent; a subclass has its own. */
export class ReplyQueues {
  readonly #agents: Map<string, AgentReplies> = new Map()

  /** The agents that have a script. */
  get agents(): string[] {
    return [...this.#agents].filter(([, { scripted, maker }]) => scripted > 0 || maker).map(([name]) => name)
  }

  /** The agents with replies that no prompt has drawn. */
  get unused(): Unused[] {
    return [...this.#agents].flatMap(([agent, { conditional, plain }]) => {
      const count = sum([...conditional, plain])
      return count === 0 ? [] : [{ agent, count }]
    })
  }

  /** Adds replies behind those that wait, or in a queue of their own for some prompts only. */
  add(agentName: string, replies: readonly ScriptedReply[], when?: When): void {
    const agent = this.#of(agentName)
    agent.scripted += replies.length
    if (when === undefined) for (const reply of replies) agent.plain.waiting.push(reply)
    else agent.conditional.push({ when, waiting: [...replies] })
  }

  /** Makes a reply for each prompt that no queue has one for; the last maker counts. */
  makeEach(agentName: string, maker: (call: AgentCall) => ScriptedReply): void {
    this.#of(agentName).maker = maker
  }

  /** Takes the reply for a prompt that starts now. Throws what a condition or a maker throws. */
  draw(agentName: string, callOf: () => AgentCall): Drawn {
    const agent = this.#of(agentName)
    const prompt = ++agent.prompts
    const taken = takeConditional(agent, callOf) ?? agent.plain.waiting.shift() ?? agent.maker?.(callOf())
    return { taken, conditional: sum(agent.conditional), scripted: agent.scripted, prompt }
  }

  #of(name: string): AgentReplies {
    let agent = this.#agents.get(name)
    if (agent === undefined) {
      agent = { conditional: [], plain: { waiting: [] }, maker: undefined, scripted: 0, prompts: 0 }
      this.#agents.set(name, agent)
    }
    return agent
  }
}

function sum(queues: readonly Queue[]): number {
  return queues.reduce((count, { waiting }) => count + waiting.length, 0)
}

function takeConditional({ conditional }: AgentReplies, callOf: () => AgentCall): ScriptedReply | undefined {
  if (conditional.length === 0) return undefined
  const call = callOf()
  return conditional
    .find(({ waiting, when }) => waiting.length > 0 && when !== undefined && holds(when(call.input, call)))
    ?.waiting.shift()
}
