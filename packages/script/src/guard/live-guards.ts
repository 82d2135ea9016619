/**
 * The guards that live, and which of them a call belongs to: those of its async context, else all. Knows nothing about
 * how calls are noticed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { GuardedCall, ModelGuard } from './model-guard.js'

/** A call that must not be made. */
export interface Refusal {
  /** What the call fails with. */
  readonly error: Error
  /** Tells those who refused that the call was made all the same. */
  wasMade(): void
}

interface Entry {
  readonly guard: ModelGuard
  live: boolean
}

interface Chain {
  readonly entry: Entry
  readonly outer: Chain | undefined
}

const entries: Entry[] = []

/** Entered by `addGuard()`: reaches all that is started from there on, and not what runs beside it. */
const context = new AsyncLocalStorage<Chain | undefined>()

/** Whether any guard lives. */
export function isGuarded(): boolean {
  return entries.length > 0
}

/** Lets a guard live until the result is called. */
export function addGuard(guard: ModelGuard): () => void {
  const entry: Entry = { guard, live: true }
  entries.push(entry)
  context.enterWith({ entry, outer: withoutEnded(context.getStore()) })
  return () => {
    if (!entry.live) return
    entry.live = false
    entries.splice(entries.indexOf(entry), 1)
    leaveEnded()
  }
}

/**
 * Why a call must not be made, if so.
 *
 * In a context with guards of its own the innermost that does not allow the call refuses it, and alone hears of it. A call
 * without one may belong to any test, so every live guard is asked; refusing too much is loud, a real call costs money.
 */
export function refusalOf(call: GuardedCall): Refusal | undefined {
  const own = guardsInContext()
  const asked = own.length > 0 ? own : entries.map(({ guard }) => guard).toReversed()
  const refusing = asked.filter((guard) => !guard.allows(call))
  const told = (own.length > 0 ? refusing.slice(0, 1) : refusing).map((guard) => ({ guard, error: guard.refuse(call) }))
  const [first] = told
  if (first === undefined) return undefined
  return {
    error: first.error,
    wasMade() {
      for (const { guard, error } of told) guard.wasMade?.(error)
    },
  }
}

/** The live guards of the running code, innermost first. */
function guardsInContext(): ModelGuard[] {
  const guards: ModelGuard[] = []
  for (let link = context.getStore(); link !== undefined; link = link.outer) {
    if (link.entry.live) guards.push(link.entry.guard)
  }
  return guards
}

/** Steps out of ended guards, so that a long-lived flow does not hold on to them. */
function leaveEnded(): void {
  const chain = context.getStore()
  const live = withoutEnded(chain)
  if (live !== chain) context.enterWith(live)
}

function withoutEnded(chain: Chain | undefined): Chain | undefined {
  if (chain === undefined) return undefined
  const outer = withoutEnded(chain.outer)
  if (!chain.entry.live) return outer
  return outer === chain.outer ? chain : { entry: chain.entry, outer }
}
