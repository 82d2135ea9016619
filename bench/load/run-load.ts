/** Plays the stories with many clients at once, over loopback, and compares what they left behind with what was scripted. */
import { heapStats } from 'bun:jsc'
import { isDeepStrictEqual } from 'node:util'
import { TestApp } from '@understudy/testing'
import type { LoadDesk } from './load-desk.js'
import { LoadError } from './load-error.js'
import { scriptAgents } from './script-agents.js'
import { EFFECTS_OF_A_ROUND, playRound, REQUESTS_A_ROUND, type Send } from './stories.js'

/** How much is asked. */
export interface LoadSize {
  /** Clients at once. */
  readonly clients: number
  /** How often each plays all stories. */
  readonly rounds: number
  /** After how many seconds a run is given up. */
  readonly seconds: number
}

/** What a run measured. */
export interface LoadFigures {
  readonly requests: number
  readonly seconds: number
  /** Milliseconds until the headers of an answer, of the middle request and of the one that 99 in a hundred are no slower than. */
  readonly p50: number
  readonly p99: number
  /** After the first tenth, half and all of the rounds. */
  readonly memory: readonly Memory[]
}

/** MiB, of the one process in which server, clients and script are. */
export interface Memory {
  /** What is in use, after a collection. */
  readonly heap: number
  readonly resident: number
}

/**
 * One run.
 * @throws LoadError for an answer that was not expected, an effect that was lost or doubled, and memory that has grown.
 */
export async function runLoad(desk: LoadDesk, { clients, rounds, seconds }: LoadSize): Promise<LoadFigures> {
  using server = Bun.serve({ hostname: '127.0.0.1', port: 0, idleTimeout: 60, fetch: desk.app.fetch })
  const http = await TestApp.fromApp(desk.app)
  const took: number[] = []
  const memory: Memory[] = []
  const send = createSend({ origin: server.url, token: desk.token, took })
  const measuredAfter = new Set([Math.ceil(rounds / 10), Math.ceil(rounds / 2), rounds])
  let busy = 0
  for (let round = 1; round <= rounds; round += 1) {
    const started = performance.now()
    await playAtOnce(http, clients, send)
    busy += performance.now() - started
    if (busy > seconds * 1_000)
      throw new LoadError(`After ${seconds} seconds only ${round} of ${rounds} rounds were over.`)
    if (measuredAfter.has(round)) memory.push(await measureMemory())
  }
  compare('What was sent', { requests: took.length }, { requests: requestsOf({ clients, rounds }) })
  await checkEffects(desk, clients * rounds)
  checkMemory(memory)
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { requests: took.length, seconds: busy / 1_000, p50: at(0.5), p99: at(0.99), memory }
}

/** Under a fake of its own: what one records is for its test, and gone with it. */
async function playAtOnce(http: TestApp, clients: number, send: Send): Promise<void> {
  using ai = http.fakeAi()
  scriptAgents(ai)
  await Promise.all(Array.from({ length: clients }, () => playRound(send)))
}

interface SendSetup {
  readonly origin: URL
  readonly token: string
  readonly took: number[]
}

function createSend({ origin, token, took }: SendSetup): Send {
  return async ({ method, path, body, status }) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const started = performance.now()
    const response = await fetch(new URL(path, origin), {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    took.push(performance.now() - started)
    if (response.status === status) return response
    throw new LoadError(`${method} ${path} answered ${response.status}, not ${status}: ${await response.text()}`)
  }
}

/** Twice, with a turn of the event loop between: what the first collection finalizes, the second one frees. */
async function measureMemory(): Promise<Memory> {
  Bun.gc(true)
  await new Promise((resolve) => setImmediate(resolve))
  Bun.gc(true)
  return { heap: heapStats().heapSize / 2 ** 20, resident: process.memoryUsage.rss() / 2 ** 20 }
}

/** A leak of a hundred bytes a request would be two MiB. */
function checkMemory(memory: readonly Memory[]): void {
  const [first, last] = [memory[0]?.heap ?? Number.NaN, memory.at(-1)?.heap ?? Number.NaN]
  if (last <= first + 2) return
  throw new LoadError(`Memory in use has grown from ${first.toFixed(1)} to ${last.toFixed(1)} MiB, by more than 2.`)
}

async function checkEffects({ countEffects, outcomes, errors }: LoadDesk, rounds: number): Promise<void> {
  if (errors.length > 0) throw new LoadError(`Handlers threw ${errors.length} times.`, { cause: errors[0] })
  const times = (each: Readonly<Record<string, number>>): Record<string, number> =>
    Object.fromEntries(Object.entries(each).map(([what, count]) => [what, count * rounds]))
  compare('What is stored', await countEffects(), times(EFFECTS_OF_A_ROUND))
  const calls = { 'tickets_close denied': 2, 'tickets_close ok': 1, 'tickets_show ok': 2, 'tickets_create ok': 1 }
  compare('What became of tool calls', Object.fromEntries(outcomes), times(calls))
}

function compare(what: string, actual: Readonly<Record<string, number>>, expected: typeof actual): void {
  if (isDeepStrictEqual(actual, expected)) return
  throw new LoadError(`${what} is ${JSON.stringify(actual)}, and was to be ${JSON.stringify(expected)}.`)
}

/** How many requests a run consists of. */
export function requestsOf({ clients, rounds }: Pick<LoadSize, 'clients' | 'rounds'>): number {
  return clients * rounds * REQUESTS_A_ROUND
}
