/** A moment, in UTC whoever looks at it, and to the second. */

/** The moment of an ISO 8601 text. */
export function Time({ at }: { readonly at: string }) {
  return <time datetime={at}>{`${at.slice(0, 10)} ${at.slice(11, 19)} UTC`}</time>
}
