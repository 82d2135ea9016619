/** Ids as databases can hold them. Knows no table. */

/**
 * Whether a database can hold this id as it is. PostgreSQL refuses U+0000 in a text, and a lone surrogate becomes another
 * character on the way, so that two ids would be one. Nothing is stored under any other id.
 */
export function isStorableId(id: string): boolean {
  return id.isWellFormed() && !id.includes('\0')
}
