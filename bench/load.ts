/**
 * `bun bench/load.ts [rounds]`: the support desk under load, over loopback, with its stores on SQLite and on PostgreSQL. Writes
 * its section of docs/performance.md, and fails when an answer or an effect is not as scripted. Takes some minutes.
 */
import { openLoadDesk, type StoreKind } from './load/load-desk.js'
import { writeLoadSection } from './load/load-section.js'
import { requestsOf, runLoad, type LoadFigures, type LoadSize } from './load/run-load.js'

const size: LoadSize = { clients: 50, rounds: Number(process.argv[2] ?? 37), seconds: 600 }

async function measure(kind: StoreKind): Promise<LoadFigures> {
  await using desk = await openLoadDesk(kind)
  const figures = await runLoad(desk, size)
  const { requests, seconds, p50, p99, memory } = figures
  const heaps = memory.map(({ heap, resident }) => `${heap.toFixed(1)} (${resident.toFixed(0)})`).join(', ')
  console.log(
    `${kind}: ${requests} requests in ${seconds.toFixed(1)} s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, MiB in use (resident) ${heaps}`,
  )
  return figures
}

console.log(`${size.clients} clients, ${requestsOf(size)} requests on each database`)
const measured = [
  { kind: 'SQLite', figures: await measure('SQLite') },
  { kind: 'PostgreSQL', figures: await measure('PostgreSQL') },
] as const
// A shorter run is for trying things out.
if (process.argv[2] === undefined) await writeLoadSection(size, measured)
