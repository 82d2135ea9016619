/**
 * A tool's input as its handler sees it: what a rule that decides about a call is asked about. Validation changes what
 * the model wrote (`'07'` and `' 7'` coerce to 7, text is trimmed), so that a rule asked earlier would judge another value.
 */
import type { Context } from 'hono'
import { isPlain } from '../is-plain.js'
import { nameOf } from '../name-of.js'
import type { DerivedTool } from '../tools/derive-tools.js'

type Values = Readonly<Record<string, unknown>>

/**
 * The validated path params, query and body in one object; what the route has not validated is not in it.
 * @throws TypeError when a schema made an instance of a class of one of them as a whole: merged it would lose its getters
 * and methods, and a rule would decide about `undefined`.
 */
export function validatedValues(tool: DerivedTool, c: Context): Values {
  // Hono types what is valid by the route, which is any tool's here.
  const valid = (target: 'param' | 'query' | 'json'): unknown => c.req.valid(target as never)
  // The path last: a key that an open body or query brings along cannot stand in for it.
  return {
    ...bodyValues(tool, valid('json')),
    ...keysOf(valid('query') ?? {}),
    ...c.req.param(),
    ...keysOf(valid('param') ?? {}),
  }
}

function bodyValues({ input, contract }: DerivedTool, value: unknown): Values {
  if (contract.body === undefined) return {}
  // A transform may make anything of a merged body; what has no keys of its own stays in one piece.
  const merged = input.body === 'merged' && typeof value === 'object' && value !== null && !Array.isArray(value)
  return merged ? keysOf(value) : { body: value }
}

function keysOf(value: unknown): Values {
  if (isPlain(value)) return value
  throw new TypeError(
    `An approval rule is asked about plain objects, and a schema made ${nameOf(value)} that is none. Transform its keys instead.`,
  )
}
