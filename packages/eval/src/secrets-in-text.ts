/**
 * Finds the secrets that a text shows beside a key: `password=hunter2`, `"token": "…"`, `?api_key=…`, a header's line, and
 * the same in JSON within the text, however often it is escaped. Which keys name a secret is another file's rule.
 * Two packages with no arrow between them have this file, word for word; a test holds the two to each other.
 */
import { isSecret, looksLikeCredential, REDACTED, secretShapes } from './secret-shapes.js'

/** A key and the sign behind it. What the sign stands before is read on its own: it may hold the next key. */
const keyAndSign =
  /(?<![\p{L}\p{N}_-])([\p{L}\p{N}_-]+)(?:["'`\\\])]|%22|%5[BCD]){0,16}\s{0,20}(:=|={1,2}>?|:(?!:)|%3[AD])\s{0,20}(%22)?/giu

/** A quote, with the backslashes of the texts it is nested in. */
const openQuote = /(\\{0,15})(["'`])/uy

// What closes a list or goes on with another pair ends a value; in the middle of a word it is part of it.
const ends = String.raw`,;&}\])\\`
const plain = String.raw`[^\s"'\x60<>${ends}]`
const nextPair = String.raw`["']?[\p{L}\p{N}_.-]{1,64}["']?\s{0,5}[:=]`
const bareValue = new RegExp(`(?:${plain}|[${ends}]{1,64}(?=${plain})(?!${nextPair}))+`, 'iuy')
const encodedValue = new RegExp(`(?:(?!%2[26C]|%7D)${plain})+`, 'iuy')
const pieceEnd = new RegExp(`[${ends}]+`, 'u')

/** Ways of saying who one is that stand before the credential of a header. */
const schemes =
  /^(?:api-?key|aws|basic|bearer|digest|dpop|hawk|jwt|key|negotiate|ntlm|oauth|sso-key|token|token-auth)$/i

/** A whole number under such a key counts something. */
const counts =
  /(?:tokens|sessions|cookies|secrets|credentials)$|count|limit|max|min|total|length|size|expir|timeout|ttl/i

/** Every credential that a text shows, by the key in front of it or by its shape. */
export function secretsInText(text: string, isKey: (key: string) => boolean): string[] {
  const found = secretShapes.flatMap((shape) => [...text.matchAll(shape)].map(([match]) => match))
  const pattern = new RegExp(keyAndSign)
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [, key = '', sign = '', quote] = match
    if (!isKey(wholeKey(text, match.index, key))) continue
    const pair: Pair = { text, key, sign, isQuoted: quote !== undefined, start: pattern.lastIndex }
    const { secrets, end } = quotedValue(pair) ?? bareValues(pair)
    found.push(...secrets)
    pattern.lastIndex = end
  }
  return found.map((secret) => secret.trim()).filter((secret) => isSecret(secret) && !secret.includes(REDACTED))
}

/** `API key: …` is written in two words. */
function wholeKey(text: string, start: number, key: string): string {
  return /^keys?$/i.test(key) && /api\s$/i.test(text.slice(Math.max(0, start - 4), start)) ? `api${key}` : key
}

interface Pair {
  readonly text: string
  readonly key: string
  readonly sign: string
  /** Whether a quote that is escaped as in an address stands before the value. */
  readonly isQuoted: boolean
  /** Where its value begins. */
  readonly start: number
}

interface Found {
  readonly secrets: readonly string[]
  /** Where the search goes on. */
  readonly end: number
}

/** What stands between quotes, as it stands there and as it is meant. */
function quotedValue({ text, key, start }: Pair): Found | undefined {
  openQuote.lastIndex = start
  const [open = '', slashes = '', quote = ''] = openQuote.exec(text) ?? []
  if (open === '') return undefined
  const from = start + open.length
  const close = closeOf(text, { quote, depth: slashes.length, from })
  const value = text.slice(from, close)
  // `'Bearer ' + token` says which scheme it is, and no secret.
  const secrets = isHeaderKey(key) && schemes.test(value.trim()) ? [] : [value]
  for (let told = value, left = 5; left > 0 && told.includes('\\'); left--) {
    const meant = unescaped(told)
    if (meant === undefined) break
    secrets.push(meant)
    told = meant
  }
  return { secrets: [...secrets, ...secrets.flatMap((secret) => piecesOf(secret, key))], end: close }
}

/** Where the quote ends that began: at one that is escaped no deeper. Where nothing ends it, it is the line's. */
function closeOf(text: string, { quote, depth, from }: { quote: string; depth: number; from: number }): number {
  let position = text.indexOf(quote, from)
  while (position !== -1) {
    let slashes = 0
    while (slashes <= depth && position - slashes > from && text[position - slashes - 1] === '\\') slashes++
    if (slashes <= depth) return position - slashes
    position = text.indexOf(quote, position + 1)
  }
  const line = text.indexOf('\n', from)
  return line === -1 ? text.length : line
}

function unescaped(text: string): string | undefined {
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return undefined
  }
}

function isHeaderKey(key: string): boolean {
  return /authorization|cookie/i.test(key)
}

/** `Bearer …`, `sid=…; other=…`: each piece may stand alone elsewhere. */
function piecesOf(value: string, key: string): string[] {
  return isHeaderKey(key)
    ? value.split(/[\s;,=]+/).filter((piece) => looksLikeCredential(piece) && !schemes.test(piece))
    : []
}

/** What stands there without quotes, up to a space or what is no part of it. */
function bareValues(pair: Pair): Found {
  const first = bareAt(pair, pair.start)
  const next = isHeaderKey(pair.key) || schemes.test(first.value) ? nextPiece(pair, first.end) : undefined
  // `token_type=bearer` says which scheme it is, and no secret.
  if (schemes.test(first.value) && (next !== undefined || /type$/i.test(pair.key))) {
    return next === undefined ? { secrets: [], end: first.end } : { secrets: meantBy(next.value, pair), end: next.end }
  }
  const secrets = meantBy(first.value, pair)
  let { end } = first
  // Behind a scheme that nobody knows comes the credential; behind a cookie the next one.
  for (let more = next; more !== undefined && looksLikeCredential(more.value); more = nextPiece(pair, end)) {
    secrets.push(...meantBy(more.value, pair))
    ;({ end } = more)
    if (!/cookie/i.test(pair.key)) break
  }
  return { secrets, end }
}

interface Bare {
  readonly value: string
  readonly end: number
}

function bareAt({ text, sign }: Pair, start: number): Bare {
  const pattern = sign.startsWith('%') ? encodedValue : bareValue
  pattern.lastIndex = start
  const [value = ''] = pattern.exec(text) ?? []
  return { value, end: start + value.length }
}

/** What follows a piece of a header's line in the same line. */
function nextPiece(pair: Pair, end: number): Bare | undefined {
  const between = /[;,]?[ \t]{1,10}/y
  between.lastIndex = end
  const [gap = ''] = between.exec(pair.text) ?? []
  const next = gap === '' ? undefined : bareAt(pair, end + gap.length)
  // `Digest username="ada"`: what it names is no credential.
  const isName = next?.value.endsWith('=') === true && /["']/.test(pair.text.charAt(next.end))
  return next === undefined || next.value === '' || isName ? undefined : next
}

/** The secrets of a value without quotes: all of it, and its pieces, which may stand alone elsewhere. */
function meantBy(bare: string, { key, sign, isQuoted }: Pair): string[] {
  const value = withoutEnd(bare)
  if (/^[\d.,;[\](){}]+$/.test(value) && counts.test(key)) return []
  // A sentence may go on behind a colon.
  const isColon = sign === ':' || sign.toLowerCase() === '%3a'
  if (isColon && !isQuoted && !looksLikeCredential(value)) return []
  const [first = '', ...others] = value.split(pieceEnd)
  return [value, first, decoded(value), ...others.filter(looksLikeCredential), ...piecesOf(value, key)]
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** A text without the marks that end a sentence around it. */
function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && '.!?:)'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
