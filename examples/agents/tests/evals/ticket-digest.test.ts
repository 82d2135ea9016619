// The eval itself, on a scripted model: the cases, the seeds and the grader are right before they cost anything.

import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineAi } from '@understudy/agents'
import { checkLayout, runEval, type RunResult } from '@understudy/eval'
import { forever, scriptedModel, type ModelCall } from '@understudy/script'
import { digestEval } from './digest-eval'

interface ReadTicket {
  readonly id: number
  readonly status: string
  readonly openedAt: string
}

const WEEK = 7 * 86_400_000
const today = Date.parse('2026-03-02T09:00:00.000Z')

/** The tickets that the tool answered with; undefined before it was called. */
function ticketsRead({ messages }: ModelCall): readonly ReadTicket[] | undefined {
  const last = messages.at(-1)
  if (last?.role !== 'tool') return undefined
  const [part] = last.content
  if (part?.type !== 'tool-result' || part.output.type !== 'json') throw new Error('The tool answered nothing to read.')
  // The route's own output, which its schema describes.
  return (part.output.value as unknown as { readonly tickets: readonly ReadTicket[] }).tickets
}

/** Runs the eval on a model that reads the open tickets, and names those that `isStale` says. */
async function runOn(isStale: (ticket: ReadTicket) => boolean): Promise<RunResult & { readonly departures: string[] }> {
  const model = scriptedModel([
    forever((call) => {
      const tickets = ticketsRead(call)
      if (tickets === undefined) return { toolCalls: [{ name: 'tickets_index', input: {} }] }
      return { output: { summary: 'All quiet.', staleTicketIds: tickets.filter(isStale).map(({ id }) => id) } }
    }),
  ])
  const ai = defineAi({ default: 'main', providers: { main: { model: () => model } } })
  const dir = await mkdtemp(join(tmpdir(), 'ticket-digest-'))
  try {
    const result = await runEval(digestEval(ai), { dir })
    return { ...result, departures: await checkLayout(join(dir, 'ticket-digest')) }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

function missedCases({ results }: RunResult): string[] {
  return results
    .filter(({ grade }) => grade['stale'] !== 1)
    .map(({ prompt_id }) => prompt_id)
    .toSorted()
}

test('a model that is right in every case has twelve of twelve, and the gate is met', async () => {
  const result = await runOn(({ status, openedAt }) => status === 'open' && today - Date.parse(openedAt) > WEEK)
  expect(result.results).toHaveLength(12)
  expect(missedCases(result)).toEqual([])
  expect(result.gates).toEqual([{ metric: 'stale', min: 0.9, mean: 1, met: true }])
  expect(result.departures).toEqual([])
})

test('one that forgets which tickets are closed misses those cases alone', async () => {
  const result = await runOn(({ openedAt }) => today - Date.parse(openedAt) > WEEK)
  expect(missedCases(result)).toEqual(['closed-beside-stale', 'closed-long-ago'])
  expect(result.gates[0]).toMatchObject({ met: false })
})

test('one that names nothing misses every case that has a stale ticket', async () => {
  const result = await runOn(() => false)
  expect(missedCases(result)).toEqual([
    'closed-beside-stale',
    'instructions-inside',
    'just-over-a-week',
    'many',
    'one-stale',
    'says-it-is-solved',
    'stale-and-fresh',
  ])
})
