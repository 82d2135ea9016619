/**
 * Checks what stands beside a contract on its route: guards in front, a handler behind, and no second contract.
 * Reads the route table; knows nothing of what contracts say.
 */
import { findTargetHandler } from 'hono/utils/handler'
import type { RouterRoute } from 'hono/types'
import { contractOf, type NamedContract } from '../contract/route-tool.js'
import { guardOf, type Guard } from '../http/guard.js'

/** One handler of a route, by what it is. */
interface PlacedHandler {
  readonly index: number
  readonly place: string
  readonly guard: Guard | undefined
  readonly contract: NamedContract | undefined
}

/** The handlers of a route table by method and path, each with its index in the table. */
export type HandlersByPlace = ReadonlyMap<string, readonly PlacedHandler[]>

/** `GET /tickets/:id` */
export function placeOf({ method, path }: Pick<RouterRoute, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** Sorts a route table by place. */
export function handlersByPlace(routes: readonly RouterRoute[]): HandlersByPlace {
  const placed = routes.map((route, index): PlacedHandler => {
    const handler = findTargetHandler(route.handler)
    return { index, place: placeOf(route), guard: guardOf(handler), contract: contractOf(handler) }
  })
  return Map.groupBy(placed, ({ place }) => place)
}

/** What is wrong with the place of the contract at `index`. */
export function checkPlace(handlers: HandlersByPlace, route: RouterRoute, index: number): string[] {
  const beside = handlers.get(placeOf(route)) ?? []
  const behind = beside.filter((handler) => handler.index > index)
  const problems = [...otherContracts(beside, index), ...lateGuards(behind)]
  // On every method it is no tool, and is reported as that.
  if (route.method === 'ALL' || behind.some(answers)) return problems
  const onEveryMethod = handlers.get(placeOf({ method: 'ALL', path: route.path })) ?? []
  if (onEveryMethod.some((handler) => handler.index > index && answers(handler))) return problems
  // A contract only validates: without a handler every call would be a 404.
  return [...problems, 'has no handler behind its contract. Add it: `app.get(path, contract, (c) => c.json(…))`.']
}

/** Hono knows a handler from middleware only once it runs: it may take `next` and answer all the same. */
function answers({ guard, contract }: PlacedHandler): boolean {
  return guard === undefined && contract === undefined
}

/** A call of one tool would pass the other's contract, which knows neither its input nor its approval. */
function otherContracts(beside: readonly PlacedHandler[], index: number): string[] {
  const first = beside.find(({ contract }) => contract !== undefined)
  if (first?.contract === undefined || first.index === index) return []
  return [
    `is on the route of the tool "${first.contract.name}", and a route carries one contract. Give it another: \`app.get('/other', …)\`.`,
  ]
}

/** A guard behind the contract would refuse a call after a human was asked to approve it. */
function lateGuards(behind: readonly PlacedHandler[]): string[] {
  return behind.flatMap(({ guard }) =>
    guard === undefined
      ? []
      : [
          `has ${guard.label} behind its contract, so that somebody may be asked about a refused call. Move it in front: \`app.get(path, ${guard.label}, contract, handler)\`.`,
        ],
  )
}
