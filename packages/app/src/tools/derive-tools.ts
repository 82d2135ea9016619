/**
 * Derives the app's tools from its routes: every route that carries a `routeTool`.
 * Reads declarations only; finds every problem of every route before it speaks.
 */
import { findTargetHandler } from 'hono/utils/handler'
import type { RouterRoute } from 'hono/types'
import { guardOf } from '../http/guard.js'
import { ToolDerivationError, type ToolProblem } from '../errors/tool-derivation-error.js'
import { UnknownNameError } from '../errors/unknown-name-error.js'
import { contractOf, type NamedContract } from '../contract/route-tool.js'
import type { AnyToolContract } from '../contract/tool-contract.js'
import type { JsonSchema } from '../contract/json-schema.js'
import { isRecord } from '../is-record.js'
import { quoted } from '../quoted.js'
import { checkContract } from './check-contract.js'
import { checkPlace, handlersByPlace, placeOf } from './check-place.js'
import { deriveInput, type ToolInputPlan } from './derive-input.js'
import { parsePath, paramsOf, type PathPiece } from './path-pattern.js'

/** A route as a tool: what a model is told of it, and what the gate needs to call it. */
export interface DerivedTool {
  readonly name: string
  readonly description: string
  readonly method: string
  /** The route's path, as in `/tickets/:id`. */
  readonly path: string
  /** JSON Schema (draft 7) of the one input object. */
  readonly inputSchema: JsonSchema
  readonly readOnly: boolean
  readonly contract: AnyToolContract
  /** Where the tool stands in the app's route table. */
  readonly route: RouterRoute
  readonly pieces: readonly PathPiece[]
  readonly input: ToolInputPlan
}

/**
 * The tools of a route table, by name.
 * @throws ToolDerivationError with all problems.
 */
export function deriveTools(
  routes: readonly RouterRoute[],
  policies: readonly string[],
): ReadonlyMap<string, DerivedTool> {
  const problems: ToolProblem[] = []
  const tools = new Map<string, DerivedTool>()
  const handlers = handlersByPlace(routes)
  for (const [index, route] of routes.entries()) {
    const named = contractOf(findTargetHandler(route.handler))
    if (named === undefined) continue
    const report = (problem: string): void => void problems.push({ route: placeOf(route), tool: named.name, problem })
    const twin = tools.get(named.name)
    if (twin !== undefined)
      report(
        `has the name of ${twin.method} ${twin.path}. Give it one of its own: \`routeTool('${named.name}_2', …)\`.`,
      )
    checkPlace(handlers, route, index).forEach(report)
    const tool = deriveTool(named, route, report)
    if (twin === undefined) tools.set(named.name, tool)
  }
  problems.push(...missingPolicies(routes, policies))
  if (problems.length > 0) throw new ToolDerivationError(problems)
  return tools
}

function deriveTool(named: NamedContract, route: RouterRoute, report: (problem: string) => void): DerivedTool {
  const { name } = named
  // Without a contract the derivation fails, so that nobody sees what is derived here in its place.
  const contract: AnyToolContract = isRecord(named.contract) ? named.contract : { description: '' }
  const pieces = parsePath(route.path)
  checkContract(named, route.method).forEach(report)
  if (pieces === undefined) report('has a wildcard in its path, which no input can fill. Name a param: `/files/:name`.')
  const input = deriveInput(contract, paramsOf(pieces ?? []))
  input.problems.forEach(report)
  return {
    name,
    description: contract.description,
    method: route.method,
    path: route.path,
    inputSchema: input.plan.schema,
    readOnly: contract.readOnly ?? route.method === 'GET',
    contract,
    route,
    pieces: pieces ?? [],
    input: input.plan,
  }
}

function missingPolicies(routes: readonly RouterRoute[], policies: readonly string[]): ToolProblem[] {
  return routes.flatMap((route) => {
    const guard = guardOf(findTargetHandler(route.handler))
    if (guard?.ability === undefined || policies.includes(guard.ability)) return []
    const { message } = missingPolicy(guard.ability, policies)
    return [{ route: placeOf(route), problem: message }]
  })
}

/** The error for an ability that no policy decides. */
export function missingPolicy(ability: string, policies: readonly string[]): UnknownNameError {
  const fix = `Add it: \`createApp({ policies: { ${keyOf(ability)}: (principal) => … } })\`.`
  return new UnknownNameError({ kind: 'policy', given: ability, known: policies, fix })
}

/** An ability as a key in the source. */
function keyOf(ability: string): string {
  return /^[\w-]{1,64}$/.test(ability) ? `'${ability}'` : quoted(ability)
}

/** The error for a tool that no route carries. */
export function missingTool(given: string, tools: ReadonlyMap<string, DerivedTool>): UnknownNameError {
  const fix = `Put its routeTool() on a route: \`app.get('/path', ${inCamelCase(given)}, handler)\`.`
  return new UnknownNameError({ kind: 'tool', given, known: [...tools.keys()], fix })
}

/** How a contract of that name is usually called: `tickets_show` is `ticketsShow`. */
function inCamelCase(name: string): string {
  return /^\w{1,64}$/.test(name)
    ? name.replace(/_([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : 'contract'
}
