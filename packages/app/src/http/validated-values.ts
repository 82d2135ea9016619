/**
 * A tool's input as its handler sees it: what a rule that decides about a call is asked about. Validation changes what
 * the model wrote (`'07'` and `' 7'` coerce to 7, text is trimmed), so that a rule asked earlier would judge another value.
 */
import type { Context } from 'hono'
import type { DerivedTool } from '../tools/derive-tools.js'

type Values = Readonly<Record<string, unknown>>

/** The validated path params, query and body in one object; what the route has not validated is not in it. */
export function validatedValues(tool: DerivedTool, c: Context): Values {
  // Hono types what is valid by the route, which is any tool's here.
  const valid = (target: 'param' | 'query' | 'json'): unknown => c.req.valid(target as never)
  // The path last: a key that an open body or query brings along cannot stand in for it.
  return { ...bodyValues(tool, valid('json')), ...keysOf(valid('query')), ...c.req.param(), ...keysOf(valid('param')) }
}

function bodyValues({ input, contract }: DerivedTool, value: unknown): Values {
  if (contract.body === undefined) return {}
  // A transform may make anything of a merged body; what has no keys of its own stays in one piece.
  return input.body === 'merged' && isRecord(value) ? value : { body: value }
}

function keysOf(value: unknown): Values {
  return isRecord(value) ? value : {}
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
