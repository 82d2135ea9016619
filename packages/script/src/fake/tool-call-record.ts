/** One tool call of a recorded prompt, as a test reads it. */

/** A tool call, in the order asked. */
export interface RecordedToolCall {
  readonly id: string
  /** The step that asked for it, from 1. */
  readonly step: number
  readonly name: string
  /** What the model said. */
  readonly input: unknown
  /** What the model read back; absent while the tool runs, and when it threw. */
  readonly output?: unknown
  /** What the tool threw, or why the SDK did not call it. */
  readonly error?: unknown
}

/** What became of a tool that ran. */
export type ToolOutcome = { readonly output: unknown } | { readonly error: unknown }

/** The type of a record that is still being written down. */
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }
