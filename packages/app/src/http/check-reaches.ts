/**
 * Makes sure, before any handler of the app runs, that a tool's request reaches the tool's own route and no other:
 * `/tickets/:id` filled in with `export` is the address of `/tickets/export`, where an app has one.
 */
import type { RouterRoute } from 'hono/types'
import { findTargetHandler, isMiddleware } from 'hono/utils/handler'
import { contractOf } from '../contract/route-tool.js'
import { ToolRequestError } from '../errors/tool-request-error.js'
import type { DerivedTool } from '../tools/derive-tools.js'
import { paramsOf, parsePath, type PathPiece } from '../tools/path-pattern.js'

/** The error for a request that another route, or none, would answer; undefined when it reaches the tool's own. */
export function checkReaches(tool: DerivedTool, matches: readonly RouterRoute[]): ToolRequestError | undefined {
  for (const route of matches) {
    if (route === tool.route) return undefined
    if (answers(route) || namesValue(route, tool.pieces)) break
  }
  return unreached(tool)
}

function unreached(tool: DerivedTool): ToolRequestError {
  const params = paramsOf(tool.pieces)
  const [key] = params
  const place = `${tool.method} ${tool.path}`
  if (key === undefined) {
    const reason = `another route answers first. Register ${place} in front of it.`
    return new ToolRequestError({ tool: tool.name, reason })
  }
  const reason = `a request with this ${params.join(', ')} does not reach ${place}: another route answers it, or none. Give another ${params.join(' or ')}.`
  return new ToolRequestError({ tool: tool.name, ...(params.length === 1 && { key }), reason })
}

/** Whether the route keeps a request to itself, by Hono's own rule for telling handlers from middleware. */
function answers(route: RouterRoute): boolean {
  const handler = findTargetHandler(route.handler)
  return contractOf(handler) !== undefined || !isMiddleware(handler)
}

/** Whether the route has fixed text where the tool has a param: it was met only because of what that param holds. */
function namesValue(route: RouterRoute, pieces: readonly PathPiece[]): boolean {
  const fixed = piecesOf(route)
  return pieces.some((piece, index) => 'param' in piece && isFixed(fixed[index]))
}

const parsed = new WeakMap<RouterRoute, readonly PathPiece[]>()

function piecesOf(route: RouterRoute): readonly PathPiece[] {
  let pieces = parsed.get(route)
  if (pieces === undefined) parsed.set(route, (pieces = parsePath(route.path.replace(/\/\*$/, '')) ?? []))
  return pieces
}

function isFixed(piece: PathPiece | undefined): boolean {
  return piece !== undefined && 'text' in piece && piece.text !== ''
}
