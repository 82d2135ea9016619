/**
 * One entry for n images or videos, drawn by the calls that the SDK splits it into: each takes the next of them. Knows
 * which calls belong together; knows neither images nor videos.
 */
import type { AnswerPlayer } from './answer-player.js'
import type { KindTypes } from './model-kind.js'

/** A kind whose answers are lists that are as long as was asked for. */
export interface CountedTypes<ITEM> extends KindTypes {
  readonly parsed: readonly ITEM[]
  readonly call: CountedCall
  readonly asked: CountedCall
}

/** A call for a number of items. */
export interface CountedCall {
  /** How many are asked for. */
  readonly n: number
}

interface CountedRequest extends CountedCall {
  readonly headers?: object | undefined
  readonly abortSignal?: AbortSignal | undefined
}

/** The calls that belong together, with what is left for them. */
interface Group<ITEM> {
  /** How many items its calls ask for together. */
  total: number
  /** How many calls it has. */
  calls: number
  /** Whether its calls are all known: those of one call of the app are made at once. */
  closed: boolean
  left: ITEM[] | undefined
  /** What the entry failed with, and for how many calls that still holds. A retry is not among them. */
  failure: { readonly error: unknown; calls: number } | undefined
}

/** Hands each call its share of an entry. */
export class SplitCalls<ITEM, TYPES extends CountedTypes<ITEM>> {
  readonly #player: AnswerPlayer<TYPES>
  readonly #noun: string
  readonly #total: number | undefined
  readonly #groups = new WeakMap<object, Group<ITEM>>()

  /** `noun` is what is counted; `total` is how many the whole call asks for, where all calls of the model are its parts. */
  constructor(
    player: AnswerPlayer<TYPES>,
    { noun, total }: { readonly noun: string; readonly total: number | undefined },
  ) {
    this.#player = player
    this.#noun = noun
    this.#total = total
  }

  /** The next items of the entry, as many as the call asks for. Fails where the entry has not as many as were asked for. */
  async take(request: CountedRequest, call: TYPES['call']): Promise<readonly ITEM[]> {
    if (this.#player.decides) {
      const items = await this.#player.answer(call, request.abortSignal)
      this.#check(items, call.n)
      return items
    }
    const group = this.#groupOf(request)
    if (!group.closed) {
      group.total += call.n
      group.calls++
      // The SDK makes the calls that it splits one into without waiting in between, so all are known a turn later.
      await Promise.resolve()
      group.closed = true
    }
    return this.#draw(group, call)
  }

  #draw(group: Group<ITEM>, call: TYPES['call']): readonly ITEM[] {
    if (group.failure !== undefined) {
      const { error } = group.failure
      if (--group.failure.calls === 0) group.failure = undefined
      throw error
    }
    if (group.left === undefined) {
      try {
        const items = this.#player.next(call)
        this.#check(items, this.#total ?? group.total)
        group.left = [...items]
      } catch (error) {
        // What the entry fails with, all its calls fail with: one entry is one call of the app, however it is split.
        if (group.calls > 1) group.failure = { error, calls: group.calls - 1 }
        throw error
      }
    }
    const items = group.left.splice(0, call.n)
    this.#check(items, call.n)
    return items
  }

  // By the headers: the SDK makes one object of them for a call of the app, which all its parts and retries carry.
  #groupOf({ headers }: CountedRequest): Group<ITEM> {
    const key = this.#total === undefined ? headers : this
    const known = key && this.#groups.get(key)
    if (known !== undefined && known.left?.length !== 0) return known
    const group: Group<ITEM> = { total: 0, calls: 0, closed: false, left: undefined, failure: undefined }
    if (key !== undefined) this.#groups.set(key, group)
    return group
  }

  #check(items: readonly ITEM[], asked: number): void {
    if (items.length === asked) return
    throw this.#player.impossible({
      path: this.#noun,
      detail: `are too ${items.length < asked ? 'few' : 'many'}: ${counted(items.length, 'is', 'are')} scripted, and ${counted(asked, 'was', 'were')} asked for`,
      fix: asked === 1 ? "Give one: `'…'`." : `Give a list of ${asked}: \`['…', '…'${asked > 2 ? ', …' : ''}]\`.`,
    })
  }
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`
}
