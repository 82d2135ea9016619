/**
 * A value that fits a JSON Schema, the same for the same seed: made by a generator, then held against the schema, so that
 * nothing leaves here that does not fit. Knows no tool and no answer.
 */
import type { Schema } from '@cfworker/json-schema'
import { generateSync, type GenerateOptions } from 'json-schema-faker'
import { type SchemaMismatch, schemaMismatch } from '../engine/schema-mismatch.js'
import { narrowSchema } from './narrow-schema.js'
import { seededRandom } from './seeded-random.js'
import { oneLine } from '../quoted.js'

/** A value, or why none of the tries fits. */
export type Improvised =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly mismatch: SchemaMismatch; readonly tries: number }

const narrowedTries = 8
const tries = 40

/** A value that fits the schema. Seed 0 gives a plain one; others are at boundaries more often than not. */
export function improviseValue(schema: object, seed: number): Improvised {
  let mismatch: SchemaMismatch = { path: '', reason: 'was not made' }
  for (let attempt = 0; attempt < tries; attempt++) {
    const made = generate(schema, seed, attempt)
    if (!made.ok) {
      mismatch = made.mismatch
      continue
    }
    const found = schemaMismatch(made.value, schema)
    if (found === undefined) return made
    mismatch = found
  }
  return { ok: false, mismatch, tries }
}

function generate(schema: object, seed: number, attempt: number): Improvised {
  const chosen = seed + attempt * 7919
  const narrows = seed !== 0 && attempt < narrowedTries
  const random = seededRandom(chosen)
  // What recurses ends sooner when it is tried again.
  const plain = seed === 0 || attempt > narrowedTries
  const options: GenerateOptions = {
    seed: chosen,
    formats,
    optionalsProbability: plain ? 0 : random.pick([0, 0.5, 1]),
    maxDefaultItems: plain ? Math.max(0, 1 - attempt) : 2,
  }
  try {
    // Any schema; the validator's type for one is the one at hand. A copy, since the generator may mark its objects.
    const read = narrowSchema(structuredClone(schema) as Schema, narrows ? random : undefined)
    return { ok: true, value: throughJson(generateSync(read, options)) }
  } catch (error) {
    return { ok: false, mismatch: { path: '', reason: `could not be made (${oneLine(String(error))})` }, tries: 1 }
  }
}

// A property that is undefined is none.
function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null')
}

/** Formats that the generator does not know. */
const formats: NonNullable<GenerateOptions['formats']> = {
  jwt: () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJpbXByb3Zpc2VkIn0.c2lnbmF0dXJl',
  emoji: () => '🚒',
  base64: () => 'aW1wcm92aXNl',
  base64url: () => 'aW1wcm92aXNl',
  e164: () => '+14155552671',
}
