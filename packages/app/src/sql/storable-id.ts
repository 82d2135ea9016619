/** Ids as databases can hold them. Knows no table. */

/**
 * Whether a database can hold this id as it is. PostgreSQL refuses U+0000 in a text, and a lone surrogate becomes another
 * character on the way, so that two ids would be one. Nothing is stored under any other id, nor under what is no string,
 * whatever the types of its caller say.
 */
export function isStorableId(id: unknown): id is string {
  return typeof id === 'string' && id.isWellFormed() && !id.includes('\0')
}
