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
   * @throws FakeConflictError when the call could belong to two live fakes, or to one that has ended.
   */
  valueOf(binding: string): { readonly value: unknown } | undefined {
    const fake = this.#find(binding)
    return fake && { value: fake.value }
  }

  #find(binding: string): Fake | undefined {
    const fake = this.#inContext(binding)
    if (fake === undefined) return this.#findWithoutContext(binding)
    if (fake.live) return fake
    throw new FakeConflictError(binding, 'ended')
  }

  #inContext(binding: string): Fake | undefined {
    for (let link = context.getStore(); link !== undefined; link = link.outer) {
      if (link.fake.owner === this && link.fake.binding === binding) return link.fake
    }
    return undefined
  }

  /** For calls from a hook's fake or over a socket, which carry no context: fine as long as there is only one answer. */
  #findWithoutContext(binding: string): Fake | undefined {
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
