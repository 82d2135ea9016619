/**
 * Writes a tool's input as the one text that stands for it, so that an approval can be bound to it. The order of keys
 * does not count; everything else does, types above all.
 */
import { isPlain } from '../is-plain.js'
import { nameOf } from '../name-of.js'

/** The text of an input, or why it has none. */
export type ExactInput = { readonly text: string } | { readonly problem: string }

/** Deeper and longer than anything that a human could agree to. */
const MAX_DEPTH = 100
const MAX_LENGTH = 1024 * 1024

/**
 * The text of an input: equal for two inputs exactly when they hold the same values under the same keys. It is JSON with
 * its keys in order, and beyond JSON `-0`, `NaN`, the infinities and `undefined`, each as itself.
 */
export function exactInput(input: unknown): ExactInput {
  const text = new BoundedText()
  const problem = writeValue(input, text, 0)
  return problem === undefined ? { text: String(text) } : { problem: `its input ${problem}` }
}

/** Text that stops growing at the limit. */
class BoundedText {
  readonly #parts: string[] = []
  #length = 0

  /** Adds a part; when there is no room for it, says so. */
  write(part: string): string | undefined {
    this.#length += part.length
    if (this.#length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`
    this.#parts.push(part)
    return undefined
  }

  toString(): string {
    return this.#parts.join('')
  }
}

/** Writes a value; what it returns is what is wrong with it, and ends the writing. */
function writeValue(value: unknown, text: BoundedText, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null) return writeScalar(value, text)
  if (depth >= MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`
  if (Array.isArray(value)) return writeList(value, text, depth)
  return isPlain(value) ? writeKeys(value, text, depth) : 'holds an object that is no JSON value'
}

function writeList(list: readonly unknown[], text: BoundedText, depth: number): string | undefined {
  // By index, so that a hole is written too.
  for (let index = 0; index < list.length; index += 1) {
    const problem = text.write(index === 0 ? '[' : ',') ?? writeValue(list[index], text, depth + 1)
    if (problem !== undefined) return problem
  }
  return text.write(list.length === 0 ? '[]' : ']')
}

function writeKeys(record: Readonly<Record<string, unknown>>, text: BoundedText, depth: number): string | undefined {
  const keys = Object.keys(record).toSorted()
  for (const [index, key] of keys.entries()) {
    const problem =
      text.write(`${index === 0 ? '{' : ','}${JSON.stringify(key)}:`) ?? writeValue(record[key], text, depth + 1)
    if (problem !== undefined) return problem
  }
  return text.write(keys.length === 0 ? '{}' : '}')
}

function writeScalar(value: unknown, text: BoundedText): string | undefined {
  // Half of a surrogate pair is written as its escape, so that it stays apart from every other.
  if (typeof value === 'string') return text.write(JSON.stringify(value))
  if (Object.is(value, -0)) return text.write('-0')
  if (value === null || ['number', 'boolean', 'undefined'].includes(typeof value)) return text.write(String(value))
  return `holds ${nameOf(value)}, which is no JSON value`
}
