/** The replies that wait for prompts, by agent name. */
import type { ParsedReply } from '@understudy/script'

interface Queue {
  readonly waiting: ParsedReply[]
  scripted: number
  prompts: number
}

/** What a prompt draws from its agent's queue. */
export interface Drawn {
  readonly reply: ParsedReply | undefined
  /** How many replies were scripted for the agent so far. */
  readonly scripted: number
  /** Which prompt of the agent this is, from 1. */
  readonly prompt: number
}

/** One queue for each agent; a subclass has its own. */
export class ReplyQueues {
  readonly #queues: Map<string, Queue> = new Map()

  /** The agents that have a script. */
  get agents(): string[] {
    return [...this.#queues].filter(([, queue]) => queue.scripted > 0).map(([name]) => name)
  }

  /** Adds replies behind those that wait. */
  add(agentName: string, replies: readonly ParsedReply[]): void {
    const queue = this.#of(agentName)
    for (const reply of replies) queue.waiting.push(reply)
    queue.scripted += replies.length
  }

  /** Takes the next reply for a prompt that starts now. */
  draw(agentName: string): Drawn {
    const queue = this.#of(agentName)
    queue.prompts++
    return { reply: queue.waiting.shift(), scripted: queue.scripted, prompt: queue.prompts }
  }

  #of(agentName: string): Queue {
    let queue = this.#queues.get(agentName)
    if (queue === undefined) this.#queues.set(agentName, (queue = { waiting: [], scripted: 0, prompts: 0 }))
    return queue
  }
}
