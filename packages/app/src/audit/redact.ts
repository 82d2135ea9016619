/**
 * Hides secrets by their keys, in copies that any record can hold. Never changes what it is given, and never fails:
 * what it reads is hostile.
 */

/** Keys that contain one of these hold secrets. */
const SECRET_WORDS = [
  'password',
  'passphrase',
  'secret',
  'token',
  'apikey',
  'authorization',
  'credential',
  'cookie',
  'session',
]

const HIDDEN = '[redacted]'

/** Deeper than this, a value is left out. */
const MAX_DEPTH = 100

/**
 * Whether what stands under the key is hidden: when the key contains a word for secrets (`password`, `token`, `apikey`, …),
 * or is one of `keys`. Case, and all that is neither letter nor digit, does not count: `X-Api-Key` contains `apikey`.
 */
export function isSecretKey(key: string, keys: readonly string[] = []): boolean {
  return secretKeyTest(keys)(key)
}

/**
 * A copy of the value that JSON can hold, in which whatever stands under a secret key is `'[redacted]'`, at any depth; see
 * {@link isSecretKey}. Cycles become `'[circular]'`, levels beyond the hundredth `'[too deep]'`, and what has no form in
 * JSON a word in brackets.
 */
export function redact(value: unknown, keys: readonly string[] = []): unknown {
  return copy(value, { isSecret: secretKeyTest(keys), within: [] })
}

/** A key as it is compared; empty when it has neither letters nor digits. */
export function plainKey(key: string): string {
  return key
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function secretKeyTest(keys: readonly string[]): (key: string) => boolean {
  const named = new Set(keys.map(plainKey))
  return (key) => {
    const plain = plainKey(key)
    return named.has(plain) || SECRET_WORDS.some((word) => plain.includes(word))
  }
}

interface Place {
  readonly isSecret: (key: string) => boolean
  /** The objects that the value at hand stands within. */
  readonly within: readonly object[]
}

function copy(value: unknown, place: Place): unknown {
  if (typeof value !== 'object' || value === null) return scalar(value)
  if (place.within.includes(value)) return '[circular]'
  if (place.within.length >= MAX_DEPTH) return '[too deep]'
  try {
    return copyObject(value, { ...place, within: [...place.within, value] })
  } catch {
    // A getter or a proxy may throw.
    return '[unreadable]'
  }
}

function copyObject(value: object, place: Place): unknown {
  if (Array.isArray(value)) return Array.from(value, (item) => copy(item, place))
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    return `[${value.constructor.name}]`
  }
  // `fromEntries` makes own keys of all, `__proto__` too.
  return Object.fromEntries(
    Object.keys(value)
      .filter((key) => place.isSecret(key) || (value as Record<string, unknown>)[key] !== undefined)
      .map((key) => [key, place.isSecret(key) ? HIDDEN : copy((value as Record<string, unknown>)[key], place)]),
  )
}

function scalar(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : `[${value}]`
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'bigint' ? String(value) : `[${typeof value}]`
}
