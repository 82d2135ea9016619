/**
 * The seam that every test double uses: values that stand in for an app's bindings until they are disposed.
 * Finds the fake that a call belongs to by async context first, so that concurrent tests never meet; knows no models.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { FakeConflictError } from '../errors/fake-conflict-error.js'

interface Fake {
  readonly owner: Fakes
  readonly binding: string
  readonly value: unknown
  /** The fake that answered where this one was made; it answers again once this one ends. */
  readonly outer: Fake | undefined
  live: boolean
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
  put(binding: string, value: unknown): Disposable {
    leaveEnded()
    const fake: Fake = { owner: this, binding, value, outer: this.#inContext(binding), live: true }
    this.#live.push(fake)
    context.enterWith({ fake, outer: context.getStore() })
    return { [Symbol.dispose]: () => this.#end(fake) }
  }

  /**
   * The value that stands in for a binding here, if any.
   * @throws FakeConflictError when the call could belong to two live fakes.
   */
  valueOf(binding: string): { readonly value: unknown } | undefined {
    const fake = this.#inContext(binding) ?? this.#findWithoutContext(binding)
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
    return this.valueOf(binding) === undefined && this.#innermost(binding, () => true) !== undefined
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

  /** For calls from a hook's fake or over a socket, which carry no context: fine as long as there is only one answer. */
  #findWithoutContext(binding: string): Fake | undefined {
    if (this.#live.length === 0) return undefined
    const live = this.#live.filter((fake) => fake.binding === binding)
    const newest = live.at(-1)
    const nest = new Set<Fake>()
    for (let fake = newest; fake !== undefined; fake = fake.outer) nest.add(fake)
    if (live.some((fake) => !nest.has(fake))) throw new FakeConflictError(binding, 'ambiguous')
    return newest
  }

  #end(fake: Fake): void {
    if (!fake.live) return
    fake.live = false
    this.#live.splice(this.#live.indexOf(fake), 1)
    leaveEnded()
  }
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
