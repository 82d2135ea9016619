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
  /** Where its condition was written. */
  readonly site?: CallSite | undefined
  /** Absent for the queue that takes every prompt. */
  readonly when?: When<Call>
  readonly waiting: ScriptedReply[]
}

interface Replies<Call> {
  /** Those with a condition come first, in the order in which they were made. */
  readonly conditional: Queue<Call>[]
  readonly plain: Queue<Call>
  /** Makes a reply for every prompt that no queue has one for. */
  maker: { readonly make: (call: Call) => ScriptedReply; readonly site: CallSite } | undefined
  scripted: number
  prompts: number
}

/** What a prompt draws. */
export interface Drawn {
  readonly taken: ScriptedReply | undefined
  /** What a condition or a maker threw, and where that was scripted. */
  readonly thrown?: { readonly error: unknown; readonly site: CallSite | undefined }
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
  /** How many were scripted. */
  readonly scripted: number
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
    return [...this.#names].flatMap(([name, { conditional, plain, scripted }]) => {
      const count = sum([...conditional, plain])
      return count === 0 ? [] : [{ name, count, scripted }]
    })
  }

  /** Adds replies behind those that wait, or in a queue of their own for some prompts only. */
  add(
    name: string,
    replies: readonly ScriptedReply[],
    only?: { readonly when: When<Call>; readonly site: CallSite },
  ): void {
    const own = this.#of(name)
    own.scripted += replies.length
    if (only === undefined) for (const reply of replies) own.plain.waiting.push(reply)
    else own.conditional.push({ ...only, waiting: [...replies] })
  }

  /** Makes a reply for each prompt that no queue has one for; the last maker counts. */
  makeEach(name: string, maker: NonNullable<Replies<Call>['maker']>): void {
    this.#of(name).maker = maker
  }

  /** Takes the reply for a prompt that starts now; none where a condition or a maker throws. */
  draw(name: string, callOf: () => Call): Drawn {
    const own = this.#of(name)
    const prompt = ++own.prompts
    const found = take(own, callOf)
    return { ...found, conditional: sum(own.conditional), scripted: own.scripted, prompt }
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

function take<Call extends Prompting>(
  { conditional, plain, maker }: Replies<Call>,
  callOf: () => Call,
): Pick<Drawn, 'taken' | 'thrown'> {
  let site: CallSite | undefined
  try {
    const call = conditional.length > 0 ? callOf() : undefined
    for (const queue of conditional) {
      site = queue.site
      if (call !== undefined && isFor(queue, call)) return { taken: queue.waiting.shift() }
    }
    const waiting = plain.waiting.shift()
    if (waiting !== undefined || maker === undefined) return { taken: waiting }
    site = maker.site
    return { taken: maker.make(callOf()) }
  } catch (error) {
    return { taken: undefined, thrown: { error, site } }
  }
}

function isFor<Call extends Prompting>({ waiting, when }: Queue<Call>, call: Call): boolean {
  if (waiting.length === 0 || when === undefined) return false
  return holds(when(call.input, call), "(input, call) => input.includes('…')")
}
