/**
 * The second gate: what an agent may reach. Holds the grammar of scopes and decides by it; asks no policy.
 */
import { AppSetupError } from '../errors/app-setup-error.js'
import { ScopeGrammarError } from '../errors/scope-grammar-error.js'
import { nameOf } from '../name-of.js'
import { describePrincipal, isPrincipal } from '../principal.js'
import type { DerivedTool } from '../tools/derive-tools.js'
import type { ToolCall } from './call-tool.js'
import type { Denial } from './denial.js'

/** One tool, the tools of a prefix, every read-only tool, or every tool. */
export type Scope = `tool:${string}` | `tools:${string}*` | 'tools:read'

/** What is longer is outside the grammar. */
const MAX_LENGTH = 'tools:*'.length + 64
const SCOPE = /^(?:tool:([A-Za-z0-9_-]{1,64})|tools:([A-Za-z0-9_-]{0,64})\*)$/

type Grant = (tool: Pick<DerivedTool, 'name' | 'readOnly'>) => boolean

/** What was read before. Abilities come from outside: none is kept that is too long, and it is emptied before it grows. */
const known = new Map<string, Grant | undefined>()
const KNOWN_LIMIT = 1_000

/** Reads one scope; undefined when it is outside the grammar. */
function readScope(scope: unknown): Grant | undefined {
  // A pattern reads whatever it is given as text, so that `['tools:*']` would pass for a scope.
  if (typeof scope !== 'string' || scope.length > MAX_LENGTH) return undefined
  if (known.has(scope)) return known.get(scope)
  if (known.size >= KNOWN_LIMIT) known.clear()
  const grant = parseScope(scope)
  known.set(scope, grant)
  return grant
}

function parseScope(scope: string): Grant | undefined {
  if (scope === 'tools:read') return (tool) => tool.readOnly
  const [, name, prefix] = SCOPE.exec(scope) ?? []
  if (name !== undefined) return (tool) => tool.name === name
  return prefix === undefined ? undefined : (tool) => tool.name.startsWith(prefix)
}

/**
 * Checks that a scope is within the grammar.
 * @throws ScopeGrammarError
 */
export function assertScope(scope: string): asserts scope is Scope {
  if (readScope(scope) === undefined) throw new ScopeGrammarError(scope)
}

/**
 * Whether any of the scopes grants the tool. What is outside the grammar grants nothing.
 * @throws AppSetupError when the scopes are no list.
 */
export function grants(scopes: readonly string[], tool: Pick<DerivedTool, 'name' | 'readOnly'>): boolean {
  if (!Array.isArray(scopes)) {
    throw new AppSetupError(`Scopes are a list, not ${nameOf(scopes)}. Write \`['tools:read']\`.`)
  }
  return scopes.some((scope) => readScope(scope)?.(tool) ?? false)
}

/** Refuses a tool that the agent's scopes do not grant, or that its principal does not let it use. */
export function checkScope({ tool, agent, principal, scopes }: ToolCall): Denial | undefined {
  if (!grants(scopes, tool)) return refuse(`Agent "${agent}" has no scope for the tool "${tool.name}".`)
  if (principal === null) {
    return tool.readOnly ? undefined : refuse(`An anonymous run may only read; "${tool.name}" writes.`)
  }
  // The gate trusts no caller's types: what is not plainly somebody is nobody at all.
  if (!isPrincipal(principal)) return refuse(`Agent "${agent}" acts for nobody that the app knows.`)
  if (principal.abilities !== undefined && !grants(principal.abilities, tool)) {
    return refuse(`${describePrincipal(principal)} did not consent to the tool "${tool.name}".`)
  }
  return undefined
}

function refuse(message: string): Denial {
  return { reason: 'scope', message }
}
