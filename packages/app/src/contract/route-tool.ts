/**
 * `routeTool`: the handler that makes a route a tool. Validates what arrives, then lets the approval gate speak,
 * then the handler runs. Carries its contract for derivation; knows no model.
 */
import type { Env, MiddlewareHandler } from 'hono'
import { checkApproval } from '../gate/approval.js'
import { validateRequest } from '../http/validate-request.js'
import { callOf } from '../in-process-call.js'
import type {
  AnyToolContract,
  ContractSchema,
  SchemaInput,
  SchemaOutput,
  ToolContract,
  ToolInput,
} from './tool-contract.js'

type MaybeSchema = ContractSchema | undefined

/** What Hono's RPC client sends for a query: text, once or repeated. */
type QueryText<T> = { [Key in keyof T]: [T[Key]] extends [string | undefined] ? T[Key] : string | string[] }

type Targets<Params, Query, Body, Out> = (Params extends ContractSchema
  ? { param: Out extends true ? SchemaOutput<Params> : QueryTextOnce<SchemaInput<Params>> }
  : {}) &
  (Query extends ContractSchema
    ? { query: Out extends true ? SchemaOutput<Query> : QueryText<SchemaInput<Query>> }
    : {}) &
  (Body extends ContractSchema ? { json: Out extends true ? SchemaOutput<Body> : SchemaInput<Body> } : {})

type QueryTextOnce<T> = { [Key in keyof T]: string }

/** What the handlers behind a contract may read with `c.req.valid('param' | 'query' | 'json')`. */
export interface ValidInput<Params, Query, Body> {
  in: Targets<Params, Query, Body, false>
  out: Targets<Params, Query, Body, true>
}

declare const inputOf: unique symbol
declare const outputOf: unique symbol

/** A Hono handler that carries a tool's contract. */
export interface RouteTool<
  Name extends string,
  Input,
  Output,
  Valid extends ValidInput<unknown, unknown, unknown> = ValidInput<undefined, undefined, undefined>,
> extends MiddlewareHandler<Env, string, Valid> {
  readonly toolName: Name
  readonly [inputOf]?: Input
  readonly [outputOf]?: Output
}

/** A contract and the name that it was given. */
export interface NamedContract {
  readonly name: string
  readonly contract: AnyToolContract
}

const contracts = new WeakMap<object, NamedContract>()

/** The contract that a handler carries, if any. */
export function contractOf(handler: object): NamedContract | undefined {
  return contracts.get(handler)
}

/**
 * Makes a route a tool. Put it last before the handler:
 * `app.get('/tickets', requirePrincipal(), routeTool('tickets_index', contract), handler)`.
 *
 * A request that does not fit answers 400 with `{ success: false, error: [{ in, path, message }] }`, all issues together.
 * Values of path and query arrive as the types that their schema declares.
 */
export function routeTool<
  const Name extends string,
  Params extends MaybeSchema = undefined,
  Query extends MaybeSchema = undefined,
  Body extends MaybeSchema = undefined,
  Output extends MaybeSchema = undefined,
>(
  name: Name,
  contract: ToolContract<Params, Query, Body, Output>,
): RouteTool<Name, ToolInput<Params, Query, Body>, SchemaOutput<Output, unknown>, ValidInput<Params, Query, Body>> {
  const handler: MiddlewareHandler = async (c, next) => {
    const call = callOf(c)
    if (call?.tool?.contract === contract) call.reached = true
    const refusal = (await validateRequest(contract, c)) ?? (await checkApproval({ name, contract }, c))
    if (refusal !== undefined) return refusal
    await next()
    return undefined
  }
  contracts.set(handler, { name, contract })
  // The type-only members have no value; `toolName` is the one that exists.
  return Object.assign(handler, { toolName: name }) as RouteTool<
    Name,
    ToolInput<Params, Query, Body>,
    SchemaOutput<Output, unknown>,
    ValidInput<Params, Query, Body>
  >
}

/** Any tool contract, whatever its types. */
export type AnyRouteTool = { readonly toolName: string } & Pick<
  RouteTool<string, unknown, unknown>,
  typeof inputOf | typeof outputOf
>

/** The input of a tool, as a model gives it. */
export type InputOf<Tool extends AnyRouteTool> = Tool extends { readonly [inputOf]?: infer Input } ? Input : never

/** What a tool answers when it succeeds; `unknown` where the contract declares no output. */
export type OutputOf<Tool extends AnyRouteTool> = Tool extends { readonly [outputOf]?: infer Output } ? Output : never
