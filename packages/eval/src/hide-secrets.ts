/**
 * Takes credentials out of texts that are kept or printed: what providers, tools and models say is not the eval's own.
 * Which keys name a secret is the app's rule; how secrets stand in a text is what fixtures know, and a test holds the two
 * to each other.
 */
import { isSecretKey, redact } from '@understudy/app'
import { secretMask } from './secret-shapes.js'
import { secretsInText } from './secrets-in-text.js'

/** The text without what looks like a credential in it, nor what is known to be one from elsewhere. */
export function hideSecrets(text: string, known: Iterable<string> = []): string {
  return secretMask([...known, ...secretsIn(text)])(text)
}

/** A value of a tool as a text, without what stands under a key that names a secret. */
export function jsonWithoutSecrets(value: unknown, keys: readonly string[] = []): string {
  if (value === undefined) return 'undefined'
  return typeof value === 'string' ? value : JSON.stringify(redact(value, keys))
}

/** Every credential that a text shows, by the key in front of it, the user's own `keys` too, or by its shape. */
export function secretsIn(text: string, keys: readonly string[] = []): string[] {
  return secretsInText(text, (key) => isSecretKey(key, keys))
}
