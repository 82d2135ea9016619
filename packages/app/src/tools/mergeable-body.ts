/**
 * Tells whether the keys of a body can stand beside path params and query in a tool's one input object.
 * The same decision as the type `BodyInput` takes at compile time; the two have to agree.
 */
import {
  isJsonSchema,
  propertiesOf,
  propertyNamesOf,
  requiredOf,
  resolveReference,
  type JsonSchema,
} from '../contract/json-schema.js'

/** A body that is one object with declared keys. */
export interface MergeableBody {
  readonly properties: ReadonlyMap<string, JsonSchema>
  readonly required: readonly string[]
  /** Whether, and with what values, it takes keys that are not declared. */
  readonly additional: boolean | JsonSchema
}

/** What a body's schema declares when it is one object with at least one key; undefined when it has to stay in one piece. */
export function mergeableBody(root: JsonSchema): MergeableBody | undefined {
  const object = onlyOption(root, root)
  if (object['type'] !== 'object') return undefined
  const required = requiredOf(object)
  const declared = propertiesOf(object)
  const additional = object['additionalProperties']
  if (declared.size > 0) {
    return { properties: declared, required, additional: isJsonSchema(additional) ? additional : additional === true }
  }
  const names = propertyNamesOf(object['propertyNames'], root)
  if (names.length === 0) return undefined
  const value = isJsonSchema(additional) ? additional : {}
  return { properties: new Map(names.map((name) => [name, value])), required, additional: false }
}

/** Follows references and unions of a single option: a value fits those when it fits that option. */
function onlyOption(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const seen = new Set<JsonSchema>()
  let current = resolveReference(schema, root)
  while (!seen.has(current)) {
    seen.add(current)
    const options = current['anyOf'] ?? current['oneOf']
    const [only, ...others] = Array.isArray(options) ? options : []
    if (!isJsonSchema(only) || others.length > 0) break
    current = resolveReference(only, root)
  }
  return current
}
