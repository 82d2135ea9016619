/** The script grammar, typed by an agent's class: a script that no longer fits the agent does not compile. */
import type { AgentOutputSpec, AgentTools, AnyAgent, WireOf } from '@understudy/agents'
import type { Reply } from '@understudy/script'
import type { FlexibleSchema } from 'ai'

/** The inputs of an agent's tools, by tool name. */
export type ToolInputs<A extends AnyAgent> = { [Name in keyof AgentTools<A>]: InputOfTool<AgentTools<A>[Name]> }

/** The names of an agent's tools. */
export type ToolName<A extends AnyAgent> = keyof AgentTools<A> & string

// Not the SDK's `InferToolInput`: under `exactOptionalPropertyTypes` no tool fits the type that it asks for.
type InputOfTool<T> = T extends { readonly inputSchema: FlexibleSchema<infer Input> } ? Input : never

/** What `{ output }` may be: what the model writes; `never` for an agent that answers with text. */
export type ScriptedOutput<A extends AnyAgent> =
  AgentOutputSpec<A> extends undefined ? never : WireOf<AgentOutputSpec<A>>

/** What answers one prompt of an agent. */
export type ReplyOf<A extends AnyAgent> = Reply<ToolInputs<A>, ScriptedOutput<A>>
