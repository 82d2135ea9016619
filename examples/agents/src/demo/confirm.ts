/** What the demo claims, compared with what came true. Knows nothing of the desk. */
import { isDeepStrictEqual } from 'node:util'

/** Receives one line. */
export type Print = (line: string) => void

/** Says that something holds, once it was compared; throws when it does not. */
export type Confirm = (what: string, actual: unknown, expected: unknown) => void

/** Prints what holds. */
export function createConfirm(print: Print): Confirm {
  return (what, actual, expected) => {
    if (!isDeepStrictEqual(actual, expected)) {
      const values = `expected ${JSON.stringify(expected)}, but it was ${JSON.stringify(actual)}`
      throw new Error(`It is not so that ${what}: ${values}.`)
    }
    print(`ok: ${what}`)
  }
}

/** The member of a value that came from outside; undefined when it has none. */
export function valueOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}
