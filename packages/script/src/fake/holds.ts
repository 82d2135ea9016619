/** What a predicate of a test says, taken at its word only. Knows nothing of what it was asked about. */
import { AssertionFailedError } from '../errors/assertion-failed-error.js'
import { quote } from './printable.js'

/** `example` is a predicate that fits. Only `true` holds: a predicate that forgets to return, or answers later, must not pass for one that does. */
export function holds(answer: unknown, example: string = "(call) => call.provider === '…'"): boolean {
  if (typeof answer === 'boolean') return answer
  const given = answer instanceof Promise ? 'a promise' : quote(answer)
  throw new AssertionFailedError({
    assertion: 'predicate',
    message: `A predicate answers true or false, at once; it returned ${given}. Write it as a comparison: \`${example}\`.`,
  })
}
