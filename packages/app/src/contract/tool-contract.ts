/**
 * What a route declares so that it can be a tool: its words, its schemas, its need for a human's yes.
 * Types only: validating is route-tool.ts, describing to a model is tools/.
 */
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import type { Principal } from '../principal.js'

/**
 * A Standard Schema that also gives its JSON Schema (`~standard.jsonSchema`): zod 4, and any library that implements both.
 * @see https://standardschema.dev
 */
export interface ContractSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaV1.Props<Input, Output> & Partial<StandardJSONSchemaV1.Props<Input, Output>>
}

/** What the schema accepts; `Fallback` where the contract declares none. */
export type SchemaInput<S, Fallback = {}> = S extends ContractSchema<infer Input, infer _> ? Input : Fallback

/** What the handler receives; `Fallback` where the contract declares none. */
export type SchemaOutput<S, Fallback = {}> = S extends ContractSchema<infer _, infer Output> ? Output : Fallback

type MaybeSchema = ContractSchema | undefined

/** The body's share of a tool's input: merged when it is one object with declared keys, else under the single key `body`. */
export type BodyInput<Body> =
  Body extends ContractSchema<infer Input, infer _>
    ? HasDeclaredKeys<Sent<Input>> extends true
      ? Sent<Input>
      : { body: Sent<Input> }
    : {}

/** A tool with a body always sends one, also where its schema is optional or has a default. */
type Sent<Input> = Exclude<Input, undefined>

/** Not a list, not a plain value, not a union and not an open record: what derivation merges at run time. */
type HasDeclaredKeys<T> = [T] extends [readonly unknown[]]
  ? false
  : [T] extends [object]
    ? true extends IsUnion<T>
      ? false
      : [DeclaredKeys<T>] extends [never]
        ? false
        : true
    : false

type IsUnion<T, Whole = T> = T extends Whole ? ([Whole] extends [T] ? false : true) : never
/** The keys that are names, without those that an index signature allows. */
type DeclaredKeys<T> = keyof { [Key in keyof T as {} extends Record<Key, 1> ? never : Key]: 1 }

type Merge<T> = { [Key in keyof T]: T[Key] }

/** One tool input object, merged from path params, query and body. */
export type ToolInput<Params, Query, Body> = Merge<SchemaInput<Params> & SchemaInput<Query> & BodyInput<Body>>

/** The body's share of a tool's values: merged like {@link BodyInput}, unless a transform made no object of it. */
type BodyValues<Body> =
  Body extends ContractSchema<infer Input, infer Output>
    ? unknown extends Input | Output
      ? Untold
      : HasDeclaredKeys<Sent<Input>> extends true
        ? MergedValue<Output>
        : { body: Output }
    : {}

/** Types do not say whether such a body is merged (`z.preprocess()` takes `unknown`), so that a rule has to look. */
interface Untold {
  readonly [key: string]: unknown
}

/** One member of a union at a time, as at run time. */
type MergedValue<Output> = Output extends readonly unknown[]
  ? { body: Output }
  : Output extends object
    ? Output
    : { body: Output }

/** A tool's input as its handler sees it: validated, after transforms and defaults, in one object. */
export type ToolValues<Params, Query, Body> = Merge<SchemaOutput<Params> & SchemaOutput<Query> & BodyValues<Body>>

/**
 * When a call by an agent needs a human's yes: always, or unless the function says `false`.
 * It is asked about the {@link ToolValues}: the values that the handler reads with `c.req.valid()`.
 */
export type ApprovalRule<Values> = 'required' | ((values: Values, principal: Principal | null) => boolean)

/** A route's contract as a tool. Only `description` is required. */
export interface ToolContract<
  Params extends MaybeSchema = MaybeSchema,
  Query extends MaybeSchema = MaybeSchema,
  Body extends MaybeSchema = MaybeSchema,
  Output extends MaybeSchema = MaybeSchema,
> {
  /** What the tool does, for the model that chooses it. */
  readonly description: string
  /** Path params. One that the path names and this does not is a required string. */
  readonly params?: Params
  readonly query?: Query
  /** The JSON body. */
  readonly body?: Body
  /** The shape of a successful answer: types only, the answer is not checked against it. */
  readonly output?: Output
  /** Default: true for GET. */
  readonly readOnly?: boolean
  /**
   * Calls by agents wait for a human's yes to this exact input. Requests from outside never do; one that a tool call sends
   * on is refused, since it is neither.
   */
  readonly approval?: ApprovalRule<ToolValues<Params, Query, Body>>
  /**
   * Keys of the input, at any depth, that no record and no request for approval may show, beside the ones that always are
   * hidden. Case, separators and marks on letters do not count.
   */
  readonly redact?: readonly string[]
}

/** A contract whose schemas are not known to the type system: what derivation and the gate read. */
export interface AnyToolContract {
  readonly description: string
  readonly params?: ContractSchema | undefined
  readonly query?: ContractSchema | undefined
  readonly body?: ContractSchema | undefined
  readonly output?: ContractSchema | undefined
  readonly readOnly?: boolean
  readonly approval?: 'required' | ((values: never, principal: Principal | null) => boolean)
  readonly redact?: readonly string[]
}
