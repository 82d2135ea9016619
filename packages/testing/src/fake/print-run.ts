/**
 * The run of a fake as a list of events, for failures: prompts, steps, tools with their outcomes, answers, and `>>>` at
 * the one that matters. Everything from a model or an app is quoted as JSON, so that it cannot steer a terminal.
 */
import { describePrincipal } from '@understudy/app'
import { quote } from '../printable.js'
import type { RecordedToolCall } from './agent-call.js'
import type { PromptRecord } from './prompt-record.js'

/** How many prompts are shown on each side of the one that matters. */
const AROUND = 10

/** Prints the prompts in the order in which they started; of many, those around the one that matters. */
export function printRun(records: readonly PromptRecord[], marked?: PromptRecord | RecordedToolCall): string {
  if (records.length === 0) return 'Events: nothing was prompted.'
  const index = records.findIndex((record) => record === marked || record.toolCalls.some((call) => call === marked))
  const first = Math.max(0, (index === -1 ? records.length - 1 : index) - AROUND)
  const shown = records.slice(first, first + 2 * AROUND + 1)
  const lines = shown.flatMap((record) => printRecord(record, { marked }))
  return [
    'Events:',
    ...leftOut(first, 'prompts before'),
    ...lines.map(({ text, mark }) => `${mark ? '>>>' : '   '} ${text}`),
    ...leftOut(records.length - first - shown.length, 'prompts after'),
  ].join('\n')
}

/** The same for a snapshot: every prompt, nothing cut, and nothing that changes from run to run. */
export function printTranscript(records: readonly PromptRecord[]): string {
  return records
    .flatMap((record) => printRecord(record, { width: Number.POSITIVE_INFINITY }))
    .map(({ text }) => text)
    .join('\n')
}

function leftOut(count: number, what: string): string[] {
  return count > 0 ? [`    … ${count} ${what}`] : []
}

/** Prints complaints as a numbered list. */
export function printComplaints(complaints: readonly Error[]): string {
  const shown = complaints.slice(0, 2 * AROUND).map((complaint, index) => `  ${index + 1}. ${complaint.message}`)
  return [...shown, ...leftOut(complaints.length - shown.length, 'complaints more')].join('\n')
}

interface Line {
  readonly text: string
  readonly mark: boolean
}

interface PrintOptions {
  readonly marked?: unknown
  /** Longest quoted value, in characters. */
  readonly width?: number
}

function printRecord(record: PromptRecord, { marked, width }: PrintOptions): Line[] {
  const { number, agent, input, principal, requests, toolCalls } = record
  const start = `prompt ${number} to ${agent} as ${describePrincipal(principal)}: ${quote(input, width)}`
  const lines: Line[] = [{ text: start, mark: record === marked }]
  for (const [index, { tools }] of requests.entries()) {
    lines.push({
      text: `  step ${index + 1} (${tools.length} ${tools.length === 1 ? 'tool' : 'tools'} offered)`,
      mark: false,
    })
    for (const call of toolCalls) {
      if (call.step !== index + 1) continue
      lines.push({
        text: `    tool ${call.name} ${quote(call.input, width)} → ${outcomeOf(call, width)}`,
        mark: call === marked,
      })
    }
  }
  return [...lines, { text: `  ${endOf(record, width)}`, mark: false }]
}

function outcomeOf(call: RecordedToolCall, width: number | undefined): string {
  const route = call.path === undefined ? '' : `${call.status} ${quote(call.path, width)} `
  if (call.denied !== undefined) return `${route}denied by ${call.denied}`
  if ('error' in call) return `${route}threw ${quote(messageOf(call.error), width)}`
  return 'output' in call ? `${route}${quote(call.output, width)}` : `${route}no result`
}

function endOf({ state, response, error, complaint }: PromptRecord, width: number | undefined): string {
  if (state === 'answered') return `answer ${quote(response?.text ?? '', width)} (${response?.finishReason})`
  if (state === 'running') return 'still running'
  // The complaint is listed in full; what the prompt threw is often the same.
  return complaint !== undefined && error === complaint
    ? `${state}: refused by the fake, ${complaint.name}`
    : `${state}: ${quote(messageOf(error), width)}`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
