/** Text that a model or a customer wrote, for a person who has to judge it: what would hide or reorder it is written out. */

/** The characters that move a cursor, hide text, change its direction or end a line, and halves of characters. */
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** A text with its steering characters as `\u{…}`, on one line. */
export function visible(text: string): string {
  return text.replaceAll(STEERING, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/** A value as indented JSON. The only ends of lines in it are JSON's own. */
export function visibleJson(value: unknown): string {
  return (JSON.stringify(value, null, 2) ?? String(value)).split('\n').map(visible).join('\n')
}
