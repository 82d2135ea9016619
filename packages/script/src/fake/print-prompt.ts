/**
 * One prompt as failures print it: its steps, its tools with their outcomes, and its answer. Everything from a model or an
 * app is quoted as JSON, so that it cannot steer a terminal.
 */
import type { ModelCall } from '../engine/model-call.js'
import { quote } from './printable.js'
import type { PromptState } from './prompt-record.js'
import type { RecordedToolCall } from './tool-call-record.js'
import { named, oneLine } from '../quoted.js'

/** A line of a run. */
export interface Line {
  readonly text: string
  readonly mark: boolean
}

/** How a run is printed. */
export interface PrintOptions {
  /** The event or the tool call that matters. */
  readonly marked?: unknown
  /** Longest quoted value, in characters. */
  readonly width?: number
}

/** What went on under a fake: a prompt, or a call of another model. */
export interface FakeEvent {
  readonly number: number
  readonly state: PromptState
  readonly complaint: Error | undefined
  /** How a call of a model is spoken of. */
  readonly spoken?: string
  /** Where its reply was scripted, or the function that answers it. */
  readonly scriptedAt?: string | undefined
  /** Its events, as a failure prints them. */
  lines(options: PrintOptions): Line[]
  /** Complains where it is still running: its fake ends. */
  close(): void
}

/** What is printed of a prompt. */
interface PrintedPrompt<ToolCall extends RecordedToolCall> extends EndedPrompt {
  readonly number: number
  readonly requests: readonly ModelCall[]
  readonly toolCalls: readonly ToolCall[]
  title(width?: number): string
  outcomeOf(call: ToolCall, width?: number): string
}

interface EndedPrompt extends Failure {
  readonly call: {
    readonly response?: { readonly text: string; readonly finishReason: string }
    readonly error?: unknown
  }
}

/** Prints a prompt. */
export function printPrompt<ToolCall extends RecordedToolCall>(
  record: PrintedPrompt<ToolCall>,
  { marked, width }: PrintOptions,
): Line[] {
  const { number, requests, toolCalls } = record
  const lines: Line[] = [{ text: `prompt ${number} to ${record.title(width)}`, mark: record === marked }]
  for (const [index, { tools }] of requests.entries()) {
    lines.push({
      text: `  step ${index + 1} (${tools.length} ${tools.length === 1 ? 'tool' : 'tools'} offered)`,
      mark: false,
    })
    for (const call of toolCalls) {
      if (call.step !== index + 1) continue
      lines.push({
        text: `    tool ${named(call.name)} ${quote(call.input, width)} → ${record.outcomeOf(call, width)}`,
        mark: call === marked,
      })
    }
  }
  return [...lines, { text: `  ${endOf(record, width)}`, mark: false }]
}

/** What a tool returned or threw. */
export function showOutcome(call: RecordedToolCall, width?: number): string {
  if ('error' in call) return `threw ${quote(messageOf(call.error), width)}`
  return 'output' in call ? quote(call.output, width) : 'no result'
}

function endOf({ state, complaint, call }: EndedPrompt, width: number | undefined): string {
  const { response, error } = call
  if (state === 'answered')
    return `answer ${quote(response?.text ?? '', width)} (${oneLine(String(response?.finishReason))})`
  return showFailure({ state, error, complaint }, width)
}

interface Failure {
  readonly state: PromptState
  readonly error?: unknown
  readonly complaint: Error | undefined
}

/** How what did not answer ended. */
export function showFailure({ state, error, complaint }: Failure, width?: number): string {
  if (state === 'running') return 'still running'
  // The complaint is listed in full; what was thrown is often the same.
  return complaint !== undefined && error === complaint
    ? `${state}: refused by the fake, ${named(complaint.name)}`
    : `${state}: ${quote(messageOf(error), width)}`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
