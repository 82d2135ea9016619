/**
 * Checks a value against a JSON Schema as it was offered to the model. Knows nothing about tools or outputs.
 */
import { type Schema, Validator } from '@cfworker/json-schema'
import { pathSegment } from '../grammar/json-text.js'

/** Where a value does not fit its schema, and why. */
export interface SchemaMismatch {
  /** Relative to the value: `.items[0].id`; empty for the value itself. */
  readonly path: string
  readonly reason: string
}

// By the snapshot's copy of the schema: it is shared from call to call while the schema says the same, and no change of
// the app's own object can make a validator stale.
const validators = new WeakMap<object, Validator>()

// By schema, the JSON that has fitted it. A suite scripts the same few calls again and again, and validating one takes
// longer than all else that a scripted call needs.
const fitted = new WeakMap<object, Set<string>>()
const rememberedTexts = 100
const rememberedLength = 1_000

/** Whether this JSON has fitted the schema before. */
export function hasFitted(text: string, schema: object): boolean {
  return fitted.get(schema)?.has(text) ?? false
}

/** Remembers that this JSON fits the schema. */
export function rememberFit(text: string, schema: object): void {
  if (text.length > rememberedLength) return
  let texts = fitted.get(schema)
  if (texts === undefined) fitted.set(schema, (texts = new Set()))
  if (texts.size < rememberedTexts) texts.add(text)
}

/** Where the value does not fit, or undefined where it does. */
export function schemaMismatch(value: unknown, schema: object): SchemaMismatch | undefined {
  try {
    const { errors } = validatorOf(schema).validate(value)
    // The outermost comes first, and says only that something inside does not fit.
    const innermost = errors.reduce<(typeof errors)[number] | undefined>(
      (deepest, error) =>
        deepest === undefined || depth(error.instanceLocation) > depth(deepest.instanceLocation) ? error : deepest,
      undefined,
    )
    return innermost && { path: pathOf(innermost.instanceLocation, value), reason: reasonOf(innermost) }
  } catch {
    // A schema this checker cannot read (a dangling reference, a pattern of another dialect) is no fault of the script:
    // the SDK's own validation decides.
    return undefined
  }
}

function validatorOf(schema: object): Validator {
  const known = validators.get(schema)
  if (known) return known
  // The validator marks the schema's objects; the snapshot must stay as it is.
  // `format` is a remark in JSON Schema, and libraries differ in what they take for a URL: the route decides.
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === 'format' && typeof value === 'string' ? undefined : value,
  )
  const validator = new Validator(JSON.parse(text) as Schema, '7')
  validators.set(schema, validator)
  return validator
}

function depth(location: string): number {
  return location.split('/').length
}

function pathOf(location: string, value: unknown): string {
  let path = ''
  let current = value
  for (const segment of location.split('/').slice(1)) {
    const key = decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
    path += pathSegment(Array.isArray(current) ? Number(key) : key)
    current =
      typeof current === 'object' && current !== null && Object.hasOwn(current, key)
        ? Reflect.get(current, key)
        : undefined
  }
  return path
}

function reasonOf({ keyword, error }: { readonly keyword: string; readonly error: string }): string {
  if (keyword === 'false') return 'is not in the schema'
  const told = error.replace(/\.$/, '').replace(/\. E/, ', e')
  if (told.startsWith('Instance type'))
    return `is of the wrong type: ${told.replace('Instance type ', '').replace(' is invalid', ' given')}`
  return told.replace(/^(Instance|String|Array|Object) /, '')
}
