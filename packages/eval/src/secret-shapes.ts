/**
 * What credentials look like in a text, and how those that were found are masked. Knows no keys.
 * Two packages with no arrow between them have this file, word for word; a test holds the two to each other.
 */

/** What stands where a secret was. */
export const REDACTED = '[redacted]'

// Shorter ones would mask half a text.
const shortestSecret = 4
// From here on a secret is masked inside of a longer word too.
const unmistakable = 8

/**
 * Shapes that only credentials have. Each pattern matches the secret itself, and none looks on without a bound: a text may
 * be made to have a pattern start at every place and come to nothing.
 */
export const secretShapes: readonly RegExp[] = [
  /\b(?:sk|pk|rk)[-_](?=[\w-]{0,200}\d)[\w-]{12,}/g,
  /\b(?:gh[pousr]|github_pat|glpat|npm|hf|xox[abeprs]|xapp|whsec|dop_v1|shpat)[-_](?=[\w-]{0,200}\d)[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\beyJ[\w-]{5,1000}\.[\w-]{5,}\.[\w-]{5,}/g,
  /(?<=\b(?:Bearer|Basic)\s{1,10})(?=[\w.~+/=-]{0,200}\d)[\w.~+/=-]{8,}/gi,
  // The password in an address; one with an `@` in it too.
  /(?<=:\/\/[^\s:/@?#"'<>]{0,200}:)[^\s/?#"'<>\\]{1,200}(?=@)/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
]

/** What stands under a secret key where there is no secret. */
const noSecrets: ReadonlySet<string> = new Set('true false null none undefined unknown redacted volatile'.split(' '))

/** Whether a text is long enough to be masked, and says something. */
export function isSecret(text: string): boolean {
  return text.length >= shortestSecret && !noSecrets.has(text.toLowerCase())
}

/** Words and numbers of a sentence do not: a credential mixes its characters, or is longer than they are. */
export function looksLikeCredential(text: string): boolean {
  if (text.length < shortestSecret || /\s/.test(text)) return false
  return /\d/.test(text) || /[_=+/]/.test(text) || /\p{Ll}\p{Lu}/u.test(text) || text.length >= 20
}

/** Masks each of the secrets, and what has a credential's shape, in a text. */
export function secretMask(secrets: Iterable<string>): (text: string) => string {
  // The longest first: one may be part of another.
  const known = [...new Set([...secrets].flatMap(formsOf))].toSorted(
    (one, other) => other.length - one.length || (one < other ? -1 : 1),
  )
  const patterns = known.map((secret) => (secret.length < unmistakable ? wholeWord(secret) : secret))
  return (text) => {
    let masked = text
    for (const pattern of patterns) masked = masked.replaceAll(pattern, REDACTED)
    for (const shape of secretShapes) masked = masked.replaceAll(shape, REDACTED)
    return masked
  }
}

/** A secret as it is, as it stands in JSON, in JSON within JSON, in an address and in a form. */
function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  const forms = [secret, inJson, JSON.stringify(inJson).slice(1, -1)]
  // A lone half of a surrogate pair has no form in an address.
  if (!secret.isWellFormed()) return forms
  return [...forms, encodeURIComponent(secret), new URLSearchParams({ p: secret }).toString().slice('p='.length)]
}

/** The text where no letter or digit goes on; one that ends an escape, as in `%3Dhunter` and `\nhunter`, is none of its own. */
function wholeWord(text: string): RegExp {
  const pattern = text
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    // Lone halves of a surrogate pair cannot stand in a pattern as they are.
    .replaceAll(/\p{Surrogate}/gu, (half) => String.raw`\u${half.charCodeAt(0).toString(16)}`)
  return new RegExp(before + pattern + after, 'gu')
}

const before = String.raw`(?<=^|[^\p{L}\p{N}]|%[0-9A-Fa-f]{2}|\\[bfnrt])`
const after = String.raw`(?![\p{L}\p{N}])`
