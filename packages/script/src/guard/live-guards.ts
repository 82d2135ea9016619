/**
 * The guards that live, and which of them a call belongs to: those of its async context, else all; and who of them answers
 * for string ids here. Knows nothing about how calls are noticed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { GuardedCall, ModelGuard, StandIn } from './model-guard.js'

/** A call that must not be made. */
export interface Refusal {
  /** What the call fails with. */
  readonly error: Error
  /** Tells those who refused that the call was made all the same. */
  wasMade(): void
}

interface Entry {
  readonly guard: ModelGuard
  /** What lived where this one was made. */
  readonly outer: Chain | undefined
  /** The same object for all that are made with no await between them. */
  readonly madeIn: object
  live: boolean
  /** Whether the flow that put it up was seen to ask for a model. */
  asked: boolean
}

interface Chain {
  readonly entry: Entry
  readonly outer: Chain | undefined
}

const entries: Entry[] = []

/** Entered by `addGuard()`: reaches all that is started from there on, and not what runs beside it. */
const context = new AsyncLocalStorage<Chain | undefined>()

// Measured in 1.4.5: Bun runs every test in a context of its own, and Vitest runs them all in one.
const KEEPS_TESTS_APART = 'bun' in (globalThis.process?.versions ?? {})

/** Whether any guard lives. */
export function isGuarded(): boolean {
  return entries.length > 0
}

/** Lets a guard live until the result is called. */
export function addGuard(guard: ModelGuard): () => void {
  const outer = withoutEnded(context.getStore())
  const entry: Entry = { guard, outer, madeIn: thisRun(), live: true, asked: false }
  entries.push(entry)
  context.enterWith({ entry, outer })
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
 * In a context with guards of its own the innermost that does not allow the call refuses it, and alone hears of it. So
 * does one that has ended, where nothing else in the context lives: the call is late work of its test, and no other test
 * is to hear of it. A call without any may belong to any test, so every live guard is asked; refusing too much is loud, a
 * real call costs money.
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

/**
 * Who answers for string ids here. `ended` where the running code began under one that has ended, and none that lives is
 * around it: it may be late work of a test, and what answers beside it is another test's. Bun keeps the context of one
 * test from the next; Node does not, so that nothing is told from it there.
 */
export function findStandIn():
  | { readonly found: 'one'; readonly standIn: StandIn }
  | { readonly found: 'several'; readonly standIns: readonly StandIn[] }
  | { readonly found: 'none' | 'ended' } {
  let ended = false
  for (let link = context.getStore(); link !== undefined; link = link.outer) {
    const { guard, live } = link.entry
    if (guard.standIn === undefined) continue
    if (live) return withContext(link.entry)
    ended = true
  }
  if (ended && KEEPS_TESTS_APART) return { found: 'ended' }
  return findWithoutContext()
}

/**
 * For calls under one. Another that was made under it later, in a flow that the call is no part of, is the inner one all the
 * same: a hook or an async helper made it, and what it enters reaches no test. It answers until it ends, unless its flow
 * asked it, and so has it for itself, or there are several such flows: then whose the call is cannot be told.
 *
 * What was made in one run with the call's own, and not by the call's flow, is of a flow beside it.
 */
function withContext(own: Entry): ReturnType<typeof findStandIn> {
  const inner = entries.filter(
    (entry) => entry.guard.standIn !== undefined && (branchUnder(own, entry)?.madeIn ?? own.madeIn) !== own.madeIn,
  )
  const newest = inner.at(-1)
  if (newest === undefined) {
    own.asked = true
    return foundAmong([own])
  }
  const nest = nestOf(newest)
  return foundAmong(inner.every((entry) => nest.has(entry) && !entry.asked) ? [newest] : [own, ...inner])
}

/** What was put up right under another, around a third or the third itself. */
function branchUnder(own: Entry, inner: Entry): Entry | undefined {
  const chain = [...nestOf(inner)]
  return chain[chain.indexOf(own) - 1]
}

let run: object | undefined

/** What runs now, up to its first await. */
function thisRun(): object {
  if (run === undefined) queueMicrotask(() => void (run = undefined))
  return (run ??= {})
}

/** For calls that carry no context, as from a hook's fake: fine as long as there is only one answer. */
function findWithoutContext(): ReturnType<typeof findStandIn> {
  const live = entries.filter(({ guard }) => guard.standIn !== undefined)
  const newest = live.at(-1)
  if (newest === undefined) return { found: 'none' }
  const nest = nestOf(newest)
  return foundAmong(live.every((entry) => nest.has(entry)) ? [newest] : live)
}

function foundAmong(candidates: readonly Entry[]): ReturnType<typeof findStandIn> {
  const standIns = candidates.flatMap(({ guard }) => guard.standIn ?? [])
  const [standIn] = standIns
  if (standIn === undefined) return { found: 'none' }
  return standIns.length === 1 ? { found: 'one', standIn } : { found: 'several', standIns }
}

/** What was put up, and what lived around it then. */
function nestOf(entry: Entry): ReadonlySet<Entry> {
  const nest = new Set<Entry>([entry])
  for (let link = entry.outer; link !== undefined; link = link.outer) nest.add(link.entry)
  return nest
}

/** The live guards of the running code, innermost first; where none of its own lives, the one that ended around it. */
function guardsInContext(): ModelGuard[] {
  const guards: ModelGuard[] = []
  let ended: ModelGuard | undefined
  for (let link = context.getStore(); link !== undefined; link = link.outer) {
    const { guard, live } = link.entry
    if (live) guards.push(guard)
    else ended ??= guard
  }
  if (guards.length > 0 || ended === undefined || !KEEPS_TESTS_APART) return guards
  return [ended]
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
