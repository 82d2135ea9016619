/** The names that a variant may have. */

/** Whether a text names a variant: `baseline`, or `v` and a number, which is written in one way: `v01` is not `v1`. */
export function isVariant(variant: string): boolean {
  return /^(baseline|v(0|[1-9]\d{0,5}))$/.test(variant)
}
