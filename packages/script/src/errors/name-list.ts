/**
 * How a list of names is shown in an error: capped, since an app may offer hundreds of tools. Knows no error.
 */

const shown = 20

/** The names, separated by commas; past twenty, the number of those left out. */
export function nameList(names: readonly string[]): string {
  if (names.length <= shown) return names.join(', ')
  return `${names.slice(0, shown).join(', ')} and ${names.length - shown} more`
}
