/** The names that a variant may have. */

/** Whether a text names a variant: `baseline`, or `v` and a number. */
export function isVariant(variant: string): boolean {
  return /^(baseline|v\d{1,6})$/.test(variant)
}
