/**
 * Hides secrets by their keys, in copies that any record can hold. Never changes what it is given, and never fails:
 * what it reads is hostile.
 */

/** Keys that contain one of these hold secrets. */
export const secretKeyWords: readonly string[] = [
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
const TOO_LONG = '[too long]'

/** Deeper than this, a value is left out. */
const MAX_DEPTH = 100

/**
 * Whether what stands under the key is hidden: when the key contains a word for secrets (`password`, `token`, `apikey`, …),
 * or is one of `keys`. Case, marks on letters and all that is neither letter nor digit do not count:
 * `X-Api-Key` contains `apikey`.
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
  return redactWithin(value, { keys, length: Infinity })
}

/** The limits of a copy. */
interface RedactLimits {
  readonly keys?: readonly string[] | undefined
  /** How many characters its keys and values may have together. */
  readonly length: number
}

/**
 * The same copy with an end: the text in which it has become too long is cut, `'[too long]'` stands where it ends, and what
 * would follow is left out.
 */
export function redactWithin(value: unknown, { keys = [], length }: RedactLimits): unknown {
  return copy(value, { isSecret: secretKeyTest(keys), within: [], room: { left: length } })
}

/** A key as it is compared: without marks on its letters, and empty when it has neither letters nor digits. */
export function plainKey(key: string): string {
  return key
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function secretKeyTest(keys: readonly string[]): (key: string) => boolean {
  const named = new Set(keys.map(plainKey))
  return (key) => {
    const plain = plainKey(key)
    return named.has(plain) || secretKeyWords.some((word) => plain.includes(word))
  }
}

interface Place {
  readonly isSecret: (key: string) => boolean
  /** The objects that the value at hand stands within. */
  readonly within: readonly object[]
  /** The characters that may still be copied, of all places together. */
  readonly room: { left: number }
}

function copy(value: unknown, place: Place): unknown {
  if (place.room.left <= 0) return TOO_LONG
  if (typeof value !== 'object' || value === null) return fit(scalar(value), place)
  if (place.within.includes(value)) return word('[circular]', place)
  if (place.within.length >= MAX_DEPTH) return word('[too deep]', place)
  try {
    return copyObject(value, { ...place, within: [...place.within, value] })
  } catch {
    // A getter or a proxy may throw.
    return word('[unreadable]', place)
  }
}

function copyObject(value: object, place: Place): unknown {
  place.room.left -= 2
  if (Array.isArray(value)) return Array.from(fitting(value, place), (item) => copy(item, place))
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    return `[${value.constructor.name}]`
  }
  // `fromEntries` makes own keys of all, `__proto__` too.
  return Object.fromEntries(copiedEntries(value as Readonly<Record<string, unknown>>, place))
}

/** The items of a list as long as there is room, and one more to be said of that there is none. */
function* fitting<Item>(list: readonly Item[], { room }: Place): Iterable<Item | undefined> {
  // By index: a hole is an item, too.
  for (let index = 0; index < list.length; index += 1) {
    const isLast = room.left <= 0
    yield list[index]
    if (isLast) return
  }
}

function* copiedEntries(
  record: Readonly<Record<string, unknown>>,
  place: Place,
): Iterable<[key: string, value: unknown]> {
  for (const key of fitting(Object.keys(record), place)) {
    if (key === undefined) continue
    const isSecret = place.isSecret(key)
    // Read once: a getter may answer otherwise the second time.
    const value = isSecret ? HIDDEN : record[key]
    if (value === undefined) continue
    const shownKey = fit(key, place)
    yield [shownKey, isSecret ? HIDDEN : copy(value, place)]
  }
}

/** What is said in a value's place. It takes its room, so that a list of such values ends, too. */
function word(said: string, { room }: Place): string {
  room.left -= said.length
  return said
}

/** A value that takes its room, and is cut when it is a text with more characters than are left. */
function fit<Value>(value: Value, { room }: Place): Value | string {
  const left = Math.max(0, room.left)
  const length = String(value).length
  room.left -= length + 1
  return typeof value === 'string' && length > left ? `${value.slice(0, left)}${TOO_LONG}` : value
}

function scalar(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : `[${value}]`
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'bigint' ? String(value) : `[${typeof value}]`
}
