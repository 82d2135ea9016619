/**
 * The seam that every test double uses: values that stand in for an app's bindings until they are disposed.
 * Finds the fake that a call belongs to by async context first, so that concurrent tests never meet; knows no models.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { FakeConflictError } from '../errors/fake-conflict-error.js'

/** Whoever put a fake in the place of a binding, as far as a conflict concerns it. */
export interface FakeOwner {
  /** Where the fake was made: `tests/triage.test.ts:14`; undefined where nobody knows. */
  readonly madeAt?: () => string | undefined
  /** Hears of a call that was refused because it could have been for this fake: the app may swallow the error. */
  readonly refused?: (error: FakeConflictError) => void
}

interface Fake extends FakeOwner {
  readonly owner: Fakes
  readonly binding: string
  readonly value: unknown
  /** The fake that answered where this one was made; it answers again once this one ends. */
  readonly outer: Fake | undefined
  /** The same object for all that are made with no await between them. */
  readonly madeIn: object
  live: boolean
  /** Whether the flow that made it was seen to ask it. */
  asked: boolean
}

interface Chain {
  readonly fake: Fake
  readonly outer: Chain | undefined
}

/** Entered by `put()`: reaches all that the test goes on to start, requests included; not what runs beside it. */
const context = new AsyncLocalStorage<Chain | undefined>()

// Bun runs every test in a context of its own (measured in 1.4.5); on Node, Vitest runs them all in one.
const KEEPS_TESTS_APART = 'bun' in (globalThis.process?.versions ?? {})

/** The live fakes of one app. */
export class Fakes {
  readonly #live: Fake[] = []

  /** Puts `value` in the place of a binding until the result is disposed, in any order. */
  put(binding: string, value: unknown, by: FakeOwner = {}): Disposable {
    leaveEnded()
    const fake: Fake = {
      ...by,
      owner: this,
      binding,
      value,
      outer: this.#inContext(binding),
      madeIn: thisRun(),
      live: true,
      asked: false,
    }
    this.#live.push(fake)
    context.enterWith({ fake, outer: context.getStore() })
    return { [Symbol.dispose]: () => this.#end(fake) }
  }

  /**
   * The value that stands in for a binding here, if any.
   * @throws FakeConflictError when the call could belong to two live fakes; each of them hears of it.
   */
  valueOf(binding: string): { readonly value: unknown } | undefined {
    try {
      const own = this.#inContext(binding)
      const found = this.peek(binding)
      if (own !== undefined && found?.value === own.value) own.asked = true
      return found
    } catch (error) {
      if (error instanceof FakeConflictError) for (const fake of this.#candidates(binding)) fake.refused?.(error)
      throw error
    }
  }

  /** The same for who merely looks: no fake hears of a conflict. */
  peek(binding: string): { readonly value: unknown } | undefined {
    const candidates = this.#candidates(binding)
    if (candidates.length > 1) throw new FakeConflictError(binding, 'ambiguous', candidates.map(placeOf))
    const [fake] = candidates
    return fake && { value: fake.value }
  }

  /**
   * Whether the running code began under a fake of the binding that has ended, and no other answers.
   *
   * A real model is refused then. It may be late work of a test; or merely what follows an async helper that made a fake
   * before its first await and ended it, since entering a context in there reaches its caller too. The two look the same,
   * and asking a real model by mistake costs money, while a wrong refusal is loud and says what to change.
   * A binding that is no model is not refused: what follows sees its real value.
   *
   * Bun keeps the context of one test from the next; Node does not, and there every later test would look like late work,
   * so that it is not told.
   */
  hasEnded(binding: string): boolean {
    if (!KEEPS_TESTS_APART) return false
    return this.peek(binding) === undefined && this.#innermost(binding, () => true) !== undefined
  }

  #inContext(binding: string): Fake | undefined {
    return this.#innermost(binding, (fake) => fake.live)
  }

  /** The innermost of the binding's fakes that the running code began under, among those that fit. */
  #innermost(binding: string, fits: (fake: Fake) => boolean): Fake | undefined {
    for (let link = context.getStore(); link !== undefined; link = link.outer) {
      const { fake } = link
      if (fake.owner === this && fake.binding === binding && fits(fake)) return fake
    }
    return undefined
  }

  /** The live fakes that a call made here could belong to; several are a conflict. */
  #candidates(binding: string): readonly Fake[] {
    if (this.#live.length === 0) return []
    const live = this.#live.filter((fake) => fake.binding === binding)
    const own = this.#inContext(binding)
    return own === undefined ? withoutContext(live) : withContext(own, live)
  }

  #end(fake: Fake): void {
    if (!fake.live) return
    fake.live = false
    this.#live.splice(this.#live.indexOf(fake), 1)
    leaveEnded()
  }
}

/**
 * For calls under a fake. One that was made under it later, in a flow that the call is no part of, is the inner one all the
 * same: a hook or an async helper made it, and what it enters reaches no test. It answers until it ends, unless its flow
 * asked it, and so has it for itself, or there are several such flows: then whose the call is cannot be told.
 *
 * What was made in one run with the call's own, and not by the call's flow, is of a flow beside it.
 */
function withContext(own: Fake, live: readonly Fake[]): readonly Fake[] {
  const inner = live.filter((fake) => (branchUnder(own, fake)?.madeIn ?? own.madeIn) !== own.madeIn)
  const newest = inner.at(-1)
  if (newest === undefined) return [own]
  const nest = nestOf(newest)
  return inner.every((fake) => nest.has(fake) && !fake.asked) ? [newest] : [own, ...inner]
}

/** The fake that was made right under another, around a third or the third itself. */
function branchUnder(own: Fake, inner: Fake): Fake | undefined {
  for (let fake: Fake | undefined = inner; fake !== undefined; fake = fake.outer) if (fake.outer === own) return fake
  return undefined
}

let run: object | undefined

/** What runs now, up to its first await. */
function thisRun(): object {
  if (run === undefined) queueMicrotask(() => void (run = undefined))
  return (run ??= {})
}

/** For calls from a hook's fake or over a socket, which carry no context: fine as long as there is only one answer. */
function withoutContext(live: readonly Fake[]): readonly Fake[] {
  const newest = live.at(-1)
  if (newest === undefined) return []
  const nest = nestOf(newest)
  return live.every((fake) => nest.has(fake)) ? [newest] : live
}

/** A fake, and those around it. */
function nestOf(inner: Fake): ReadonlySet<Fake> {
  const nest = new Set<Fake>()
  for (let fake: Fake | undefined = inner; fake !== undefined; fake = fake.outer) nest.add(fake)
  return nest
}

function placeOf({ madeAt }: Fake): string | undefined {
  return madeAt?.()
}

/** Steps out of ended fakes, so that what follows in this flow sees what was there before them. */
function leaveEnded(): void {
  const chain = context.getStore()
  const live = withoutEnded(chain)
  if (live !== chain) context.enterWith(live)
}

function withoutEnded(chain: Chain | undefined): Chain | undefined {
  if (chain === undefined) return undefined
  const outer = withoutEnded(chain.outer)
  if (!chain.fake.live) return outer
  return outer === chain.outer ? chain : { fake: chain.fake, outer }
}
