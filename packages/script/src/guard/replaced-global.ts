/**
 * Puts something in a global's place and takes it away again without a trace. Knows nothing about models.
 */

/** How a global reads, and what happens when it is assigned, while it is replaced. */
export interface GlobalAccessors<Value> {
  get(): Value
  set(value: Value): void
}

/**
 * Puts accessors in a global's place. The result ends that: `last` is what the global holds from then on. Where that is
 * what it held before, its old property is back, or is absent again.
 */
export function replaceGlobal<Value>(name: string, accessors: GlobalAccessors<Value>): (last: Value) => void {
  const before = Object.getOwnPropertyDescriptor(globalThis, name)
  const first: unknown = Reflect.get(globalThis, name)
  const stand: PropertyDescriptor = {
    get: () => accessors.get(),
    // What an assignment holds is the business of whoever replaced the global.
    set: (value: Value) => accessors.set(value),
    enumerable: before?.enumerable ?? true,
    configurable: true,
  }
  Object.defineProperty(globalThis, name, stand)
  return (last) => {
    if (Object.getOwnPropertyDescriptor(globalThis, name)?.get !== stand.get) return
    if (last !== first) {
      const { enumerable = true } = stand
      Object.defineProperty(globalThis, name, { value: last, writable: true, enumerable, configurable: true })
    } else restore(name, before)
  }
}

/**
 * Puts a value in a global's place; the result ends that. Somebody who put another in its place meanwhile keeps it there.
 * A global that is absent stays so.
 */
export function wrapGlobal<Value>(name: string, wrap: (value: Value) => Value): () => void {
  const before = Object.getOwnPropertyDescriptor(globalThis, name)
  const value: Value | undefined = Reflect.get(globalThis, name)
  if (before === undefined || value === undefined) return () => undefined
  const { enumerable = true } = before
  const wrapped = wrap(value)
  Object.defineProperty(globalThis, name, { value: wrapped, writable: true, enumerable, configurable: true })
  return () => {
    if (Reflect.get(globalThis, name) === wrapped) restore(name, before)
  }
}

function restore(name: string, before: PropertyDescriptor | undefined): void {
  if (before === undefined) Reflect.deleteProperty(globalThis, name)
  else Object.defineProperty(globalThis, name, before)
}
