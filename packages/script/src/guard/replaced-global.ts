/**
 * Puts something in a global's place and takes it away again. Knows nothing about models.
 *
 * An accessor, once defined, stays for the life of the process, and reads and assigns as a plain global would while nothing
 * stands in its place. Every property that is defined or deleted on the global object makes the engine discard what it has
 * compiled: with one change in a hundred calls, an SDK call of 12 µs took 18 when an accessor was defined and deleted, 17
 * when it was defined anew, and 12 when it had been defined once, or a value was assigned.
 */

/** How a global reads, and what happens when it is assigned, while something stands in its place. */
export interface GlobalAccessors<Value> {
  get(): Value
  set(value: Value): void
}

/** An accessor on the global object that stays. */
interface Lasting {
  readonly get: () => unknown
  /** What the global holds while nothing stands in its place. */
  value: unknown
  stand: GlobalAccessors<unknown> | undefined
}

const lasting = new Map<string, Lasting>()

/**
 * Puts accessors in a global's place. The result ends that: `last` is what the global holds from then on. Where the global
 * was absent it reads as undefined afterwards, and stays out of sight of whoever lists the globals.
 */
export function replaceGlobal<Value>(name: string, accessors: GlobalAccessors<Value>): (last: Value) => void {
  const before = Object.getOwnPropertyDescriptor(globalThis, name)
  const known = lasting.get(name)
  if (known !== undefined && known.get === before?.get) return standIn(known, accessors)
  if (before?.get !== undefined) return borrow(name, before, accessors)
  return standIn(defineLasting(name, before), accessors)
}

/**
 * Puts a value in a global's place; the result ends that. Somebody who put another in its place meanwhile keeps it there.
 * A global that is absent stays so.
 */
export function wrapGlobal<Value>(name: string, wrap: (value: Value) => Value): () => void {
  const before = Object.getOwnPropertyDescriptor(globalThis, name)
  const value: Value | undefined = Reflect.get(globalThis, name)
  if (before === undefined || value === undefined) return () => undefined
  const wrapped = wrap(value)
  // What takes no assignment is defined: slower, but no less guarded.
  const assigned = Reflect.set(globalThis, name, wrapped) && Reflect.get(globalThis, name) === wrapped
  if (!assigned) Object.defineProperty(globalThis, name, { ...shape(before), value: wrapped, writable: true })
  return () => {
    if (Reflect.get(globalThis, name) !== wrapped) return
    if (assigned) Reflect.set(globalThis, name, value)
    else Object.defineProperty(globalThis, name, before)
  }
}

function standIn<Value>(global: Lasting, accessors: GlobalAccessors<Value>): (last: Value) => void {
  // What an assignment holds is the business of whoever replaced the global.
  const stand = accessors as GlobalAccessors<unknown>
  global.stand = stand
  return (last) => {
    if (global.stand !== stand) return
    global.stand = undefined
    global.value = last
  }
}

function defineLasting(name: string, before: PropertyDescriptor | undefined): Lasting {
  const global: Lasting = {
    get: () => (global.stand === undefined ? global.value : global.stand.get()),
    value: before?.value,
    stand: undefined,
  }
  const set = (value: unknown): void => {
    if (global.stand === undefined) global.value = value
    else global.stand.set(value)
  }
  Object.defineProperty(globalThis, name, { ...shape(before), get: global.get, set })
  lasting.set(name, global)
  return global
}

/** Takes the place of somebody else's accessor, which is back at the end: a second copy of this package has its own. */
function borrow<Value>(
  name: string,
  before: PropertyDescriptor,
  accessors: GlobalAccessors<Value>,
): (last: Value) => void {
  const first: unknown = Reflect.get(globalThis, name)
  const get = (): Value => accessors.get()
  const set = (value: Value): void => {
    accessors.set(value)
  }
  Object.defineProperty(globalThis, name, { ...shape(before), get, set })
  return (last) => {
    if (Object.getOwnPropertyDescriptor(globalThis, name)?.get !== get) return
    Object.defineProperty(globalThis, name, before)
    if (last !== first) Reflect.set(globalThis, name, last)
  }
}

function shape(before: PropertyDescriptor | undefined): PropertyDescriptor {
  return { enumerable: before?.enumerable ?? false, configurable: true }
}
