/**
 * Checks the keys of an answer that is written as an object. Knows no kind of model.
 */
import { describeValue } from '../grammar/describe-value.js'
import { nearestName } from '../grammar/nearest-name.js'
import { givenKeys } from '../grammar/plain-object.js'
import type { Place } from './model-kind.js'
import { quoted } from '../quoted.js'

/** Adds a problem for each key that is not among the known ones. */
export function refuseUnknownKeys(
  value: Record<string, unknown>,
  known: readonly string[],
  { path, problems }: Place,
): void {
  for (const key of givenKeys(value)) {
    if (known.includes(key)) continue
    const nearest = nearestName(key, known)
    problems.push({
      path,
      found: `an object with the unknown key ${quoted(key)}`,
      fix: `Known are ${known.join(', ')}.`,
      ...(nearest === undefined ? {} : { nearest }),
    })
  }
}

/** A text under a key, where it is given. */
export function parseText(value: Record<string, unknown>, key: string, place: Place): string | undefined {
  return parseKey(value, { key, place, fix: 'Give a string.' }, (found) => typeof found === 'string')
}

/** A number of seconds under a key, where it is given. */
export function parseSeconds(value: Record<string, unknown>, key: string, place: Place): number | undefined {
  return parseKey(
    value,
    { key, place, fix: 'Give a number of seconds, zero or more.' },
    (found): found is number => typeof found === 'number' && Number.isFinite(found) && found >= 0,
  )
}

/** What stands under a key, where it is given and passes the test. */
export function parseKey<VALUE>(
  value: Record<string, unknown>,
  { key, place, fix }: { readonly key: string; readonly place: Place; readonly fix: string },
  test: (found: unknown) => found is VALUE,
): VALUE | undefined {
  const found = value[key]
  if (found === undefined) return undefined
  if (test(found)) return found
  place.problems.push({ path: `${place.path}.${key}`, found: describeValue(found), fix })
  return undefined
}
