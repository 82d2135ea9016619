/**
 * The replies that wait for prompts, by the name of an agent or the id of a model: in order, for some prompts only, or
 * made for each.
 */
import type { ParsedReply } from '../grammar/parsed-step.js'
import type { CallSite } from './call-site.js'
import { holds } from './holds.js'

/** Says which prompts a queue is for. */
export type When<Call> = (input: string, call: Call) => boolean

/** A reply, and where it was scripted. */
export interface ScriptedReply {
  readonly reply: ParsedReply
  readonly site: CallSite
}

interface Queue<Call> {
  /** Absent for the queue that takes every prompt. */
  readonly when?: When<Call>
  readonly waiting: ScriptedReply[]
}

interface Replies<Call> {
  /** Those with a condition come first, in the order in which they were made. */
  readonly conditional: Queue<Call>[]
  readonly plain: Queue<Call>
  /** Makes a reply for every prompt that no queue has one for. */
  maker: ((call: Call) => ScriptedReply) | undefined
  scripted: number
  prompts: number
}

/** What a prompt draws. */
export interface Drawn {
  readonly taken: ScriptedReply | undefined
  /** How many replies wait for prompts that a condition holds for; none held for this one. */
  readonly conditional: number
  /** How many replies were scripted for the name so far. */
  readonly scripted: number
  /** Which prompt of the name this is, from 1. */
  readonly prompt: number
}

/** Replies that were never used. */
export interface Unused {
  readonly name: string
  readonly count: number
}

/** What a call has at least, for a condition to decide by. */
interface Prompting {
  readonly input: string
}

/** The replies for each name. */
export class ReplyQueues<Call extends Prompting> {
  readonly #names: Map<string, Replies<Call>> = new Map()

  /** The names that have a script. */
  get names(): string[] {
    return [...this.#names].filter(([, { scripted, maker }]) => scripted > 0 || maker).map(([name]) => name)
  }

  /** The names with replies that no prompt has drawn. */
  get unused(): Unused[] {
    return [...this.#names].flatMap(([name, { conditional, plain }]) => {
      const count = sum([...conditional, plain])
      return count === 0 ? [] : [{ name, count }]
    })
  }

  /** Adds replies behind those that wait, or in a queue of their own for some prompts only. */
  add(name: string, replies: readonly ScriptedReply[], when?: When<Call>): void {
    const own = this.#of(name)
    own.scripted += replies.length
    if (when === undefined) for (const reply of replies) own.plain.waiting.push(reply)
    else own.conditional.push({ when, waiting: [...replies] })
  }

  /** Makes a reply for each prompt that no queue has one for; the last maker counts. */
  makeEach(name: string, maker: (call: Call) => ScriptedReply): void {
    this.#of(name).maker = maker
  }

  /** Takes the reply for a prompt that starts now. Throws what a condition or a maker throws. */
  draw(name: string, callOf: () => Call): Drawn {
    const own = this.#of(name)
    const prompt = ++own.prompts
    const taken = takeConditional(own, callOf) ?? own.plain.waiting.shift() ?? own.maker?.(callOf())
    return { taken, conditional: sum(own.conditional), scripted: own.scripted, prompt }
  }

  #of(name: string): Replies<Call> {
    let own = this.#names.get(name)
    if (own === undefined) {
      own = { conditional: [], plain: { waiting: [] }, maker: undefined, scripted: 0, prompts: 0 }
      this.#names.set(name, own)
    }
    return own
  }
}

function sum(queues: readonly { readonly waiting: readonly ScriptedReply[] }[]): number {
  return queues.reduce((count, { waiting }) => count + waiting.length, 0)
}

function takeConditional<Call extends Prompting>(
  { conditional }: Replies<Call>,
  callOf: () => Call,
): ScriptedReply | undefined {
  if (conditional.length === 0) return undefined
  const call = callOf()
  return conditional
    .find(
      ({ waiting, when }) =>
        waiting.length > 0 &&
        when !== undefined &&
        holds(when(call.input, call), "(input, call) => input.includes('…')"),
    )
    ?.waiting.shift()
}
