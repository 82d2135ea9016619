/**
 * The SDK's `Output`, unchanged at run time. Its types also carry what the model writes on the wire, so that a script
 * for a schema with transforms can be typed by what goes in, not by what comes out.
 */
import { Output as SdkOutput, type FlexibleSchema, type InferSchema, type JSONValue, type OutputInterface } from 'ai'

declare const wireOf: unique symbol

/** An output specification that knows what its answers look like before they are parsed. */
export type AgentOutput<Value, Wire = Value> = OutputInterface<Value> & { readonly [wireOf]?: Wire }

/** What a model writes for an output specification, as a value. */
export type WireOf<Spec> = typeof wireOf extends keyof Spec
  ? Spec extends { readonly [wireOf]?: infer Wire }
    ? Wire
    : never
  : Spec extends OutputInterface<infer Value>
    ? Value
    : never

/** What `prompt()` answers with as `output`. */
export type OutputValue<Spec> = Spec extends OutputInterface<infer Value> ? Value : string

type InputSide<Schema> = Schema extends { readonly '~standard': { readonly types?: (infer Types) | undefined } }
  ? Types extends { readonly input: infer Input }
    ? Input
    : InferSchema<Schema>
  : InferSchema<Schema>

interface Described {
  /** Some providers show the name to the model. */
  readonly name?: string
  readonly description?: string
}

/** The kinds of output, as in the SDK. */
export interface OutputKinds {
  text(): AgentOutput<string>
  object<Schema extends FlexibleSchema>(
    options: Described & { schema: Schema },
  ): AgentOutput<InferSchema<Schema>, InputSide<Schema>>
  array<Schema extends FlexibleSchema>(
    options: Described & { element: Schema; minItems?: number; maxItems?: number },
  ): AgentOutput<InferSchema<Schema>[], InputSide<Schema>[]>
  choice<Choice extends string>(options: Described & { options: Choice[] }): AgentOutput<Choice>
  json(options?: Described): AgentOutput<JSONValue>
}

/** `Output.object({ schema })`, `.array`, `.choice`, `.json`, `.text`: the SDK's own. */
// The SDK's functions return the same objects; only the phantom member of the type is added.
export const Output: OutputKinds = SdkOutput
