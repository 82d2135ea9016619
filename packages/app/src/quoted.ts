/**
 * Text of somebody else's (a model, a client, an app) as it may stand in a message: it steers no terminal, begins no line, turns no
 * text around, and is cut. Knows nothing of what it is.
 */

/** Controls, format controls (bidi ones, joiners, tags), halves of pairs, and what ends a line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Every character that is not seen as itself, as `\uXXXX`, which is its escape in JSON too. */
export function escaped(text: string): string {
  return text.replaceAll(UNSEEN, (character) => {
    const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
  })
}

const LENGTH = 100

/** A text in quotes, as JSON: `"triage"`, or `"First lin…" (+52 characters)`. */
export function quoted(text: string, limit: number = LENGTH): string {
  const whole = textOf(text)
  const shown = beginningOf(whole, limit)
  const json = escaped(JSON.stringify(shown))
  return shown === whole ? json : `${json.slice(0, -1)}…" ${leftOut(whole, shown)}`
}

/** A name, an id or a path: bare where it is a plain one, else in quotes. */
export function named(name: string, limit: number = LENGTH): string {
  return isPlain(name, limit) ? name : quoted(name, limit)
}

/** Names as a list; past twenty, the number of those left out. */
export function nameList(names: readonly string[]): string {
  const shown = names.slice(0, 20).map((name) => named(name))
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - shown.length} more` : shown.join(', ')
}

/** A text as code: `'triage'`. */
export function codeText(text: string): string {
  return isPlain(text, LENGTH) ? `'${text}'` : quoted(text)
}

/** The name of a property as code: `id`, or `"a b"`. */
export function codeKey(key: string): string {
  return isPlain(key, LENGTH) && /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key)
}

/** What somebody else said, without quotes and on one line: a sentence of a library, a problem that others tell. */
export function oneLine(text: string, limit: number = 300): string {
  const whole = textOf(text)
  const shown = beginningOf(whole, limit)
  const told = shown === whole ? whole : `${shown}… ${leftOut(whole, shown)}`
  return escaped(told.replaceAll(/[\t\n\r]+/g, ' '))
}

/** The text as it is, for a message that has it without quotes; where it has what is not seen, as JSON writes it. */
export function plainText(text: string): string {
  return text.search(UNSEEN) === -1 ? text : escaped(JSON.stringify(text)).slice(1, -1)
}

function isPlain(name: unknown, limit: number): boolean {
  return typeof name === 'string' && name.length <= limit && /^[\w$@.~/][\w$@.~/:[\]+-]*$/.test(name)
}

function beginningOf(text: string, limit: number): string {
  if (text.length <= limit) return text
  // No pair is cut in half.
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit)
}

function leftOut(text: string, shown: string): string {
  return `(+${text.length - shown.length} characters)`
}

/** Where types were ignored, a value that is no text as its JSON, or by its type. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? typeof value
  } catch {
    return typeof value
  }
}
