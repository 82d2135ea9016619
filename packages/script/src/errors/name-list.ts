/**
 * How a list of names is shown in an error: capped, since an app may offer hundreds of tools. Knows no error.
 */
import { named, oneLine } from '../quoted.js'

const shown = 20

/** The names, separated by commas; past twenty, the number of those left out. */
export function nameList(names: readonly string[]): string {
  return leftOut(
    names.slice(0, shown).map((name) => named(name)),
    names.length,
  )
}

/** The same of words that are told as they are: `text "Done."`. */
export function wordList(words: readonly string[]): string {
  return leftOut(
    words.slice(0, shown).map((each) => oneLine(each, 150)),
    words.length,
  )
}

function leftOut(told: readonly string[], count: number): string {
  return count > told.length ? `${told.join(', ')} and ${count - told.length} more` : told.join(', ')
}
