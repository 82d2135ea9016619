/**
 * Writes down the tool calls that a scripted model makes, in the order asked. What became of a call that a tool or the
 * gate ended is told by these; what the SDK refused before any tool ran is read from what it sent and returned.
 */
import type { StepResult, ToolSet } from 'ai'
import type { ModelCall } from '../engine/model-call.js'
import type { PlayOptions } from '../engine/reply-player.js'
import type { Mutable, RecordedToolCall } from './tool-call-record.js'

/** A tool call that is still being written down. */
type MutableToolCall = Mutable<RecordedToolCall>

/** What a model answered with. */
export type Content = Parameters<NonNullable<PlayOptions['onAnswer']>>[0]

/** Adds the calls of one answer. */
export function recordCalls(toolCalls: MutableToolCall[], { content, step }: { content: Content; step: number }): void {
  for (const part of content) {
    if (part.type !== 'tool-call') continue
    toolCalls.push({ id: part.toolCallId, step, name: part.toolName, input: readInput(part.input) })
  }
}

/** The value of a call's JSON as the SDK reads it: nothing is an empty object, and what is no JSON stays text. */
function readInput(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Adds the errors that went back to the model for calls that no tool ended: the prompt may not live to tell more. */
export function recordErrors(toolCalls: readonly MutableToolCall[], { messages }: ModelCall): void {
  const last = toolCalls.length > 0 ? messages.at(-1) : undefined
  if (last?.role !== 'tool') return
  for (const part of last.content) {
    if (part.type !== 'tool-result' || !part.output.type.startsWith('error')) continue
    const open = toolCalls.findLast(({ id }) => id === part.toolCallId)
    if (open === undefined || 'output' in open || 'error' in open) continue
    const { output } = part
    open.error = errorOf(output)
  }
}

/** Adds what went back to the model for calls whose end nobody told of. */
export function recordResults(toolCalls: readonly MutableToolCall[], { messages }: ModelCall): void {
  const last = toolCalls.length > 0 ? messages.at(-1) : undefined
  if (last?.role !== 'tool') return
  for (const part of last.content) {
    if (part.type !== 'tool-result') continue
    const open = toolCalls.findLast(({ id }) => id === part.toolCallId)
    if (open === undefined || 'output' in open || 'error' in open) continue
    const { output } = part
    if (output.type === 'text' || output.type === 'json' || output.type === 'content') open.output = output.value
    else open.error = errorOf(output)
  }
}

/** What a model reads of a call that gave no result. */
function errorOf(output: { readonly type: string; readonly value?: unknown }): Error {
  const { type, value } = output
  return new Error(type === 'error-text' && typeof value === 'string' ? value : JSON.stringify(output))
}

/** Puts the SDK's own error in the place of its text, for the calls that it refused. */
export function recordInvalid(toolCalls: readonly MutableToolCall[], steps: readonly StepResult<ToolSet>[]): void {
  if (toolCalls.length === 0) return
  for (const call of steps.flatMap((step) => step.toolCalls)) {
    if (!call.invalid) continue
    const recorded = toolCalls.findLast(({ id }) => id === call.toolCallId)
    if (recorded !== undefined) recorded.error = call.error
  }
}
