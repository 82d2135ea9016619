/** Text of models and files, made safe to print: it cannot move a cursor, ring a bell or recolour a terminal. */
import { stripVTControlCharacters } from 'node:util'

/** The text without escape sequences and control characters; line breaks and tabs stay. */
export function printable(text: string): string {
  // What is left of a sequence that was no proper one loses its teeth with the rest.
  return stripVTControlCharacters(text).replaceAll(
    /(?![\n\t])[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu,
    '',
  )
}
