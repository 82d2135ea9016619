/**
 * Takes credentials out of texts that are kept or printed: what providers, tools and models say is not the eval's own.
 * Which keys name a secret is the app's rule; the shapes of credentials are those that fixtures know, and a test holds the
 * two to each other.
 */
import { isSecretKey, redact } from '@understudy/app'

/** What stands where a secret was. */
const HIDDEN = '[redacted]'

// Shorter ones would mask half a text.
const SHORTEST = 4
// From here on a secret is masked inside of a longer word too.
const UNMISTAKABLE = 8

/**
 * Shapes that only credentials have. Each pattern matches the secret itself, and none looks on without a bound: a text may
 * be made to have a pattern start at every place and come to nothing.
 */
const SHAPES: readonly RegExp[] = [
  /\b(?:sk|pk|rk)[-_](?=[\w-]{0,200}\d)[\w-]{12,}/g,
  /\b(?:gh[pousr]|github_pat|glpat|npm|hf|xox[abeprs]|xapp|whsec|dop_v1|shpat)[-_](?=[\w-]{0,200}\d)[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\beyJ[\w-]{5,1000}\.[\w-]{5,}\.[\w-]{5,}/g,
  /(?<=\b(?:Bearer|Basic)\s{1,10})(?=[\w.~+/=-]{0,200}\d)[\w.~+/=-]{8,}/gi,
  /(?<=:\/\/[^\s:/@]{1,200}:)[^\s:/@]{1,200}(?=@)/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
]

/** `password=hunter2` and `"token": "…"` in a text. Only a whole word in front of the sign counts. */
const KEY_WITHIN =
  /(?<![\p{L}\p{N}_-])([\p{L}\p{N}_-]{1,200})(["'\\]{0,4})\s{0,20}([:=])\s{0,20}(?:\\?"([^"\\]+)|'([^']+)|([^\s"',;&}\]]+))/gu

/** What stands under a secret key where there is no secret. */
const NO_SECRETS: ReadonlySet<string> = new Set('true false null none undefined unknown redacted volatile'.split(' '))

/** The text without what looks like a credential in it, nor what is known to be one from elsewhere. */
export function hideSecrets(text: string, known: Iterable<string> = []): string {
  // The longest first: one may be part of another.
  const secrets = [...new Set([...known, ...secretsIn(text)].flatMap(formsOf))].toSorted(
    (one, other) => other.length - one.length || (one < other ? -1 : 1),
  )
  let masked = text
  for (const secret of secrets) {
    masked = masked.replaceAll(secret.length < UNMISTAKABLE ? wholeWord(secret) : secret, HIDDEN)
  }
  for (const shape of SHAPES) masked = masked.replaceAll(shape, HIDDEN)
  return masked
}

/** A value of a tool as a text, without what stands under a key that names a secret. */
export function jsonWithoutSecrets(value: unknown, keys: readonly string[] = []): string {
  if (value === undefined) return 'undefined'
  return typeof value === 'string' ? value : JSON.stringify(redact(value, keys))
}

/** Every credential that a text shows, by the key in front of it, the user's own `keys` too, or by its shape. */
export function secretsIn(text: string, keys: readonly string[] = []): string[] {
  const found = SHAPES.flatMap((shape) => [...text.matchAll(shape)].map(([match]) => match))
  for (const [, key = '', , sign, double, single, bare] of text.matchAll(KEY_WITHIN)) {
    if (!isSecretKey(key, keys)) continue
    const secret = double ?? single ?? withoutEnd(bare ?? '')
    // A sentence may go on behind a colon.
    if (sign === '=' || bare === undefined || looksLikeCredential(secret)) found.push(secret)
  }
  return found.map((secret) => secret.trim()).filter(isSecret)
}

/** A secret as it is, and as it stands in JSON and in an address. */
function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  // A lone half of a surrogate pair has no form in an address.
  return secret.isWellFormed() ? [secret, inJson, encodeURIComponent(secret)] : [secret, inJson]
}

function isSecret(text: string): boolean {
  return text.length >= SHORTEST && !text.includes(HIDDEN) && !NO_SECRETS.has(text.toLowerCase())
}

/** A text without the marks that end a sentence around it. */
function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && '.!?:)'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

// Words and numbers of a sentence do not: a credential mixes its characters, or is longer than they are.
function looksLikeCredential(text: string): boolean {
  if (text.length < SHORTEST || /\s/.test(text)) return false
  return /\d/.test(text) || /[_=+/]/.test(text) || /\p{Ll}\p{Lu}/u.test(text) || text.length >= 20
}

function wholeWord(text: string): RegExp {
  const pattern = text
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    // Lone halves of a surrogate pair cannot stand in a pattern as they are.
    .replaceAll(/\p{Surrogate}/gu, (half) => String.raw`\u${half.charCodeAt(0).toString(16)}`)
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'gu')
}
