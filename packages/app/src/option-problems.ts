/** What is wrong with the keys of something that was given, for everything that checks what it is given. */
import { closest } from 'fastest-levenshtein'
import { quoted } from './quoted.js'

/** More of a key than this is not compared with the names that are known. */
const MAX_COMPARED = 100

/**
 * One problem for each key that is not known: what would be ignored, somebody has meant by it. Each goes on after the name
 * of what has the key, as in `` `limits` ``.
 */
export function unknownKeys(given: object, known: readonly string[]): string[] {
  return Object.keys(given)
    .filter((key) => !known.includes(key))
    .map(
      (key) => `knows no option ${quoted(key)}. Did you mean \`${nearest(key, known)}\`? It knows ${known.join(', ')}.`,
    )
}

function nearest(key: string, known: readonly string[]): string {
  return closest(key.slice(0, MAX_COMPARED), [...known])
}
