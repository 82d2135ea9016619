/**
 * The run of a fake as a list of events, for failures: prompts, steps, tools with their outcomes, calls of other models,
 * answers, and `>>>` at the one that matters.
 */
import type { FakeEvent } from './print-prompt.js'
import { printableMessage, quote } from './printable.js'
import { PromptRecord } from './prompt-record.js'
import { describePrompted } from './prompted.js'
import { named, quotedName } from '../quoted.js'

/** A fault, and where it was found: a model that was asked past the fake is no event of it. */
export interface Complaint {
  readonly error: Error
  readonly record?: FakeEvent
}

/** How many prompts and calls are shown on each side of the one that matters. */
const AROUND = 10

/** Prints the prompts and calls in the order in which they started; of many, those around the one that matters. */
export function printRun(events: readonly FakeEvent[], marked?: object): string {
  if (events.length === 0) return 'Events: nothing was prompted.'
  const index = events.findIndex((event) => event === marked || hasToolCall(event, marked))
  const first = Math.max(0, (index === -1 ? events.length - 1 : index) - AROUND)
  const shown = events.slice(first, first + 2 * AROUND + 1)
  const lines = shown.flatMap((event) => event.lines({ marked }))
  const what = events.every(isPrompt) ? 'prompts' : 'events'
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
    .flatMap((event) => event.lines({ width: Number.POSITIVE_INFINITY }))
    .map(({ text }) => text)
    .join('\n')
}

/** Prints complaints as a numbered list. */
export function printComplaints(complaints: readonly Complaint[]): string {
  const shown = complaints
    .slice(0, 2 * AROUND)
    .map(
      (complaint, index) =>
        `  ${index + 1}. ${whose(complaint)}${indented(printableMessage(complaint.error.message))}${scriptedAt(complaint)}`,
    )
  return [...shown, ...leftOut(complaints.length - shown.length, 'complaints more')].join('\n')
}

/** Why nothing can be said of what was not asked. */
export function tellAmbiguous(ambiguous: readonly Error[]): string {
  const [first] = ambiguous
  const calls = ambiguous.length === 1 ? 'A call was' : `${ambiguous.length} calls were`
  return `${calls} refused that could have been for this fake, so nobody knows what was asked. ${first?.message}`
}

function leftOut(count: number, what: string): string[] {
  return count > 0 ? [`    … ${count} ${what}`] : []
}

/** The lines of a complaint, so that none of them looks like another complaint, or an event. */
function indented(message: string): string {
  return message.replaceAll('\n', '\n     ')
}

/** Whose fault it is, where the fault does not say: what a function of the script threw knows nobody. */
function whose({ error, record }: Complaint): string {
  if (record === undefined) return ''
  const { spoken = '' } = record
  const [name, told] = isPrompt(record)
    ? [record.name, `${describePrompted(record.prompted)} (prompt ${quote(record.input, 120)})`]
    : [spoken, spoken]
  return error.message.includes(isPrompt(record) ? quotedName(name) : name) ? '' : `${told}: ${named(error.name)}: `
}

/** Where the script of a faulty prompt or call stands, unless the fault tells that itself. */
function scriptedAt({ error, record }: Complaint): string {
  const place = record?.scriptedAt
  if (record === undefined || place === undefined || error.message.includes(place)) return ''
  return ` (Its ${isPrompt(record) ? 'reply' : 'answer'} was scripted at ${place}.)`
}

function isPrompt(event: FakeEvent): event is PromptRecord {
  return event instanceof PromptRecord
}

function hasToolCall(event: FakeEvent, marked: unknown): boolean {
  return isPrompt(event) && event.toolCalls.some((call) => call === marked)
}
