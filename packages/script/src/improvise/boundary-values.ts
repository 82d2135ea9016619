/**
 * The values of a plain type at which code breaks: the shortest, the longest, the smallest, the largest, letters beyond
 * ASCII. Knows a type and its bounds; leaves formats, patterns and everything nested to others.
 */
import type { Schema } from '@cfworker/json-schema'
import { schemaMismatch } from '../engine/schema-mismatch.js'
import type { SeededRandom } from './seeded-random.js'

/** How long a text gets where its schema has no limit, or a far one. */
const longText = 200

/** A text within the bounds of a schema without format and pattern. */
export function boundaryText({ minLength = 0, maxLength }: Schema, random: SeededRandom): string {
  const longest = Math.max(minLength, Math.min(maxLength ?? longText, longText))
  return random.pick([
    ofLength('text', minLength, longest),
    'a'.repeat(minLength),
    'x'.repeat(longest),
    // One UTF-16 unit each: libraries differ in how they count the others.
    ofLength('Ünïcödé 漢字', minLength, longest),
    ofLength('two\nlines and "quotes"', minLength, longest),
  ])
}

function ofLength(text: string, shortest: number, longest: number): string {
  return text.padEnd(shortest, text).slice(0, longest)
}

/** A number within the bounds of a schema; undefined where these candidates have none. */
export function boundaryNumber(schema: Schema, random: SeededRandom): number | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const step = multipleOf ?? (schema.type === 'integer' ? 1 : 0)
  const gap = step === 0 ? 0.5 : step
  const low = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + gap : minimum
  const high = typeof exclusiveMaximum === 'number' ? exclusiveMaximum - gap : maximum
  const edges = [low, high].filter((edge) => edge !== undefined)
  const candidates = [0, 1, -1, 7, ...edges, ...edges, ...(step === 0 ? [0.5] : [])]
  const [first, ...others] = candidates.filter((candidate) => schemaMismatch(candidate, schema) === undefined)
  return first === undefined ? undefined : random.pick([first, ...others])
}
