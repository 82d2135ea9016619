/**
 * Reads a Hono route path as a pattern to fill in: `/tickets/:id{[0-9]+}`.
 * Refuses to guess at what a wildcard stands for.
 */

/** A piece of a path: fixed text, or a param's place. */
export type PathPiece = { readonly text: string } | { readonly param: string }

/** Splits a path into its pieces; undefined when it has a wildcard, which no input can fill. */
export function parsePath(path: string): PathPiece[] | undefined {
  const pieces: PathPiece[] = []
  for (const segment of splitSegments(path)) {
    if (segment.includes('*') && !segment.startsWith(':')) return undefined
    const param = /^:([^{?]+)/.exec(segment)?.[1]
    pieces.push({ text: '/' }, param === undefined ? { text: segment } : { param })
  }
  return pieces
}

/** The names of a path's params, in order. */
export function paramsOf(pieces: readonly PathPiece[]): string[] {
  return pieces.flatMap((piece) => ('param' in piece ? [piece.param] : []))
}

/** Segments at slashes outside `{…}`: a param's pattern may hold a slash of its own. */
function splitSegments(path: string): string[] {
  const segments: string[] = []
  let depth = 0
  let current = ''
  for (const character of path.replace(/^\//, '')) {
    if (character === '{') depth++
    if (character === '}') depth--
    if (character === '/' && depth === 0) {
      segments.push(current)
      current = ''
    } else current += character
  }
  return [...segments, current]
}
