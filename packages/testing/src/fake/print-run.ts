/**
 * The run of a fake as a list of events, for failures: prompts, steps, tools with their outcomes, calls of other models,
 * answers, and `>>>` at the one that matters. Everything from a model or an app is quoted as JSON, so that it cannot steer
 * a terminal.
 */
import { describePrincipal, type ApprovalState } from '@understudy/app'
import { printableName, quote } from '../printable.js'
import type { RecordedToolCall } from './agent-call.js'
import { ModelRecord } from './model-record.js'
import type { PromptRecord, PromptState } from './prompt-record.js'
import type { Complaint, FakeEvent } from './scripted-models.js'

/** How many prompts and calls are shown on each side of the one that matters. */
const AROUND = 10

/** Prints the prompts and calls in the order in which they started; of many, those around the one that matters. */
export function printRun(events: readonly FakeEvent[], marked?: FakeEvent | RecordedToolCall): string {
  if (events.length === 0) return 'Events: nothing was prompted.'
  const index = events.findIndex((event) => event === marked || hasToolCall(event, marked))
  const first = Math.max(0, (index === -1 ? events.length - 1 : index) - AROUND)
  const shown = events.slice(first, first + 2 * AROUND + 1)
  const lines = shown.flatMap((event) => printEvent(event, { marked }))
  const what = events.some(isModelRecord) ? 'events' : 'prompts'
  return [
    'Events:',
    ...leftOut(first, `${what} before`),
    ...lines.map(({ text, mark }) => `${mark ? '>>>' : '   '} ${text}`),
    ...leftOut(events.length - first - shown.length, `${what} after`),
  ].join('\n')
}

/** The same for a snapshot: every event, nothing cut, and nothing that changes from run to run. */
export function printTranscript(events: readonly FakeEvent[]): string {
  return events
    .flatMap((event) => printEvent(event, { width: Number.POSITIVE_INFINITY }))
    .map(({ text }) => text)
    .join('\n')
}

function leftOut(count: number, what: string): string[] {
  return count > 0 ? [`    … ${count} ${what}`] : []
}

/** Prints complaints as a numbered list. */
export function printComplaints(complaints: readonly Complaint[]): string {
  const shown = complaints
    .slice(0, 2 * AROUND)
    .map((complaint, index) => `  ${index + 1}. ${whose(complaint)}${complaint.error.message}${scriptedAt(complaint)}`)
  return [...shown, ...leftOut(complaints.length - shown.length, 'complaints more')].join('\n')
}

/** Whose fault it is, where the fault does not say: what a function of the script threw knows no agent. */
function whose({ error, record }: Complaint): string {
  if (record === undefined || isModelRecord(record)) return ''
  const { agent, input } = record
  return error.message.includes(agent) ? '' : `Agent "${agent}" (prompt ${quote(input, 120)}): ${error.name}: `
}

/** Where the script of a faulty prompt stands, unless the fault tells that itself. */
function scriptedAt({ error, record }: Complaint): string {
  const place = record === undefined || isModelRecord(record) ? undefined : record.scriptedAt
  return place === undefined || error.message.includes(place) ? '' : ` (Its reply was scripted at ${place}.)`
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

function isModelRecord(event: FakeEvent): event is ModelRecord {
  return event instanceof ModelRecord
}

function hasToolCall(event: FakeEvent, marked: unknown): boolean {
  return !isModelRecord(event) && event.toolCalls.some((call) => call === marked)
}

function printEvent(event: FakeEvent, options: PrintOptions): Line[] {
  return isModelRecord(event) ? printCall(event, options) : printPrompt(event, options)
}

function printCall(record: ModelRecord, { marked, width }: PrintOptions): Line[] {
  const { number, name, call, state } = record
  const answer = record.shownResult(width) ?? '(its stream was read to the end)'
  const end =
    state === 'answered'
      ? `answer ${answer}`
      : failureOf({ state, error: call.error, complaint: record.complaint }, width)
  return [
    {
      text: `model call ${number}, ${name}() of ${quote(call.provider, width)}: ${record.shown(width)}`,
      mark: record === marked,
    },
    { text: `  ${end}`, mark: false },
  ]
}

function printPrompt(record: PromptRecord, { marked, width }: PrintOptions): Line[] {
  const { number, agent, input, principal, requests, toolCalls } = record
  const start = `prompt ${number} to ${printableName(agent)} as ${printableName(describePrincipal(principal))}: ${quote(input, width)}`
  const lines: Line[] = [{ text: start, mark: record === marked }]
  for (const [index, { tools }] of requests.entries()) {
    lines.push({
      text: `  step ${index + 1} (${tools.length} ${tools.length === 1 ? 'tool' : 'tools'} offered)`,
      mark: false,
    })
    for (const call of toolCalls) {
      if (call.step !== index + 1) continue
      lines.push({
        text: `    tool ${printableName(call.name)} ${quote(call.input, width)} → ${outcomeOf(call, width)}`,
        mark: call === marked,
      })
    }
  }
  return [...lines, { text: `  ${endOf(record, width)}`, mark: false }]
}

function outcomeOf(call: RecordedToolCall, width: number | undefined): string {
  const route = call.path === undefined ? '' : `${call.status} ${quote(call.path, width)} `
  if (call.denied !== undefined) return `${route}denied by ${call.denied}${standingOf(call.approval, width)}`
  if ('error' in call) return `${route}threw ${quote(messageOf(call.error), width)}`
  return 'output' in call ? `${route}${quote(call.output, width)}` : `${route}no result`
}

/** What is the same from run to run: the request's id and its time are not. */
function standingOf(approval: ApprovalState | undefined, width: number | undefined): string {
  if (approval === undefined) return ''
  return `, ${approval.status}${approval.reason === undefined ? '' : ` ${quote(approval.reason, width)}`}`
}

function endOf(record: PromptRecord, width: number | undefined): string {
  const { state, complaint, call } = record
  const { response, error } = call
  if (state === 'answered') return `answer ${quote(response?.text ?? '', width)} (${response?.finishReason})`
  return failureOf({ state, error, complaint }, width)
}

interface Failure {
  readonly state: PromptState
  readonly error?: unknown
  readonly complaint: Error | undefined
}

function failureOf({ state, error, complaint }: Failure, width: number | undefined): string {
  if (state === 'running') return 'still running'
  // The complaint is listed in full; what was thrown is often the same.
  return complaint !== undefined && error === complaint
    ? `${state}: refused by the fake, ${complaint.name}`
    : `${state}: ${quote(messageOf(error), width)}`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
