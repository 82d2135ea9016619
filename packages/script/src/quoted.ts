/**
 * Text of somebody else's (a model, a client, an app, a test) as it may stand in a message: it steers no terminal, begins
 * no line, turns no text around, and is cut. Knows nothing of what it is.
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

/** The text, or its beginning and how many characters were left out. */
export function cut(text: string, limit: number): string {
  const whole = textOf(text)
  const shown = beginningOf(whole, limit)
  return shown === whole ? whole : `${shown}… ${leftOut(whole, shown)}`
}

/** A text in quotes, as JSON: `"Done."`, or `"First lin…" (+52 characters)`. */
export function quoted(text: string, limit: number = 40): string {
  const whole = textOf(text)
  const shown = beginningOf(whole, limit)
  const json = escaped(JSON.stringify(shown))
  return shown === whole ? json : `${json.slice(0, -1)}…" ${leftOut(whole, shown)}`
}

const NAME_LENGTH = 100

/** The name of an agent, a tool or a model in quotes. */
export function quotedName(name: string): string {
  return quoted(name, NAME_LENGTH)
}

/** A name, an id or a path: bare where it is a plain one, else in quotes. */
export function named(name: string, limit: number = NAME_LENGTH): string {
  return isPlain(name, limit) ? name : quoted(name, limit)
}

/** A path of a file: bare where it is a plain one, else in quotes. */
export function namedPath(path: string): string {
  return named(path, 300)
}

/** A text as code: `'triage'`. */
export function codeText(text: string): string {
  return isPlain(text, NAME_LENGTH) ? `'${text}'` : quotedName(text)
}

/** The name of a property as code: `id`, or `"a b"`. */
export function codeKey(key: string): string {
  return isPlain(key, NAME_LENGTH) && /^[A-Za-z_$][\w$]*$/.test(key) ? key : quotedName(key)
}

/** What somebody else said, without quotes and on one line: a sentence of a library, a place. */
export function oneLine(text: string, limit: number = 300): string {
  return escaped(cut(text, limit).replaceAll(/[\t\n\r]+/g, ' '))
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
