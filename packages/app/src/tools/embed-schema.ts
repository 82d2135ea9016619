/**
 * Moves parts of one JSON Schema into another without breaking their references.
 */
import { isJsonSchema, type JsonSchema } from '../contract/json-schema.js'

/**
 * A function that prepares parts of `root` to stand in another schema. When `root` refers to itself, it is kept whole
 * in `definitions` under `name`, and every reference is led there.
 */
export function embedSchema(
  root: JsonSchema,
  name: string,
  definitions: Record<string, JsonSchema>,
): (part: JsonSchema) => JsonSchema {
  if (!hasReference(root)) return withoutDialect
  const lead = (schema: JsonSchema): JsonSchema => leadReferences(schema, name)
  definitions[name] = withoutDialect(lead(root))
  return (part) => withoutDialect(lead(part))
}

function hasReference(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasReference)
  if (!isJsonSchema(node)) return false
  return '$ref' in node || Object.values(node).some(hasReference)
}

function leadReferences(schema: JsonSchema, name: string): JsonSchema {
  return mapSchema(schema, (node) => {
    const reference = node['$ref']
    if (typeof reference !== 'string' || !reference.startsWith('#')) return node
    return { ...node, $ref: `#/$defs/${name}${reference.slice(1)}` }
  })
}

/** The dialect is said once, by whoever asked for the schema. */
function withoutDialect(schema: JsonSchema): JsonSchema {
  if (!('$schema' in schema)) return schema
  const { $schema: _, ...rest } = schema
  return rest
}

/**
 * Says of every object with declared properties that it has no others, unless it says so itself: strict tool calling
 * needs it, and the AI SDK does the same for the schemas that it converts itself.
 */
export function closeObjects(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (node) => {
    if (Array.isArray(node['allOf'])) return { ...node, allOf: node['allOf'].map(reopenObject) }
    if (!isJsonSchema(node['properties']) || node['type'] !== 'object' || 'additionalProperties' in node) return node
    return { ...node, additionalProperties: false }
  })
}

/** One value has to fit every member of an `allOf`, so that none of them may refuse the keys of the others. */
function reopenObject(member: unknown): unknown {
  if (!isJsonSchema(member) || member['additionalProperties'] !== false) return member
  const { additionalProperties: _, ...rest } = member
  return rest
}

const SCHEMA_MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
/** Keywords whose value is data, whatever it looks like. */
const DATA = new Set(['const', 'enum', 'default', 'examples', 'required', 'type'])

/** Applies a change to every schema of a tree, innermost first. */
function mapSchema(schema: JsonSchema, change: (node: JsonSchema) => JsonSchema): JsonSchema {
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (DATA.has(keyword)) return [keyword, value]
    if (SCHEMA_MAPS.has(keyword) && isJsonSchema(value)) {
      return [keyword, Object.fromEntries(Object.entries(value).map(([key, sub]) => [key, mapNode(sub, change)]))]
    }
    return [keyword, Array.isArray(value) ? value.map((sub) => mapNode(sub, change)) : mapNode(value, change)]
  })
  return change(Object.fromEntries(entries))
}

function mapNode(node: unknown, change: (node: JsonSchema) => JsonSchema): unknown {
  return isJsonSchema(node) ? mapSchema(node, change) : node
}
