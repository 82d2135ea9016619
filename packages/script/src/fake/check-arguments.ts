/**
 * What a function for tests is given: an argument that means nothing is refused, since a test would pass or fail for a
 * reason that nobody wrote down. Knows no fake.
 */
import { named } from '../quoted.js'
import { TestSetupError } from '../errors/test-setup-error.js'
import { nearestName } from '../grammar/nearest-name.js'
import { quote } from './printable.js'

/** A predicate, or nothing. `example` is one that fits. */
export function checkPredicate(assertion: string, predicate: unknown, example: string): void {
  if (predicate === undefined || typeof predicate === 'function') return
  const given = predicate === null ? 'none' : quote(predicate)
  throw new TestSetupError(`${assertion}() takes a predicate, and was given ${given}. Write one: \`${example}\`.`)
}

/** How often something happened. */
export function checkCount(assertion: string, count: unknown): void {
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) return
  throw new TestSetupError(
    `${assertion}() takes a whole number from 0 on, and was given ${describeGiven(count)}. Give the number itself: \`2\`.`,
  )
}

/** A text that is not empty; `what` is what it names. */
export function checkText(assertion: string, text: unknown, what: string): void {
  if (typeof text === 'string' && text !== '') return
  throw new TestSetupError(
    `${assertion}() takes ${what}, and was given ${describeGiven(text)}. Is the variable set that it is read from?`,
  )
}

/** What was given, as an error shows it: JSON has no word for some of it. */
export function describeGiven(value: unknown): string {
  if (typeof value === 'function') return `the function ${value.name === '' ? 'without a name' : named(value.name)}`
  return typeof value === 'number' ? String(value) : quote(value)
}

/** Options by their names: an object, with no key but those; `example` is one that fits. */
export function checkOptions(
  method: string,
  options: unknown,
  { names, example }: { readonly names: readonly string[]; readonly example: string },
): void {
  const fix = names.length === 1 ? 'Its one option' : 'Its options'
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new TestSetupError(
      `${method}() takes an object of options, and was given ${describeGiven(options)}. ${fix}: \`${example}\`.`,
    )
  }
  const unknown = Object.keys(options).find((key) => !names.includes(key))
  if (unknown === undefined) return
  const nearest = nearestName(unknown, names)
  const meant = nearest === undefined ? '' : ` Did you mean ${quote(nearest)}?`
  throw new TestSetupError(
    `${method}() was given the option ${quote(unknown)}, which it does not have.${meant} ${fix}: \`${example}\`.`,
  )
}
