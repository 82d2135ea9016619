/** Text for a terminal, of things that a model or a customer may have written: shortened, on one line, and unable to steer it. */

/** The characters that move a cursor, hide text, change its direction or end a line, and halves of characters. */
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** A text as it is and anything else as JSON, with steering characters written as `\u{…}`. */
export function printable(value: unknown, width = 120): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const characters = Array.from(text)
  const shown = characters.length > width ? `${characters.slice(0, width).join('')} …` : text
  return shown.replaceAll(STEERING, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}
