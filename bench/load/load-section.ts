/** Writes what the load run measured into its own section of docs/performance.md, and leaves the rest of the page as it is. */
import { cpus } from 'node:os'
import type { StoreKind } from './load-desk.js'
import { requestsOf, type LoadFigures, type LoadSize } from './run-load.js'

/** A run and where its stores were. */
export interface MeasuredLoad {
  readonly kind: StoreKind
  readonly figures: LoadFigures
}

/** The page that the benches write. */
export const PAGE = 'docs/performance.md'
const BEGIN = '<!-- load: written by bench/load.ts -->'
const END = '<!-- end of load -->'

/** The section as it stands in a page, for whoever writes the rest of it anew; empty where there is none. */
export function loadSectionOf(page: string): string {
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END)
  return begin === -1 || end === -1 ? '' : page.slice(begin, end + END.length)
}

/** Puts the section in the place of the one before, or at the page's end. */
export async function writeLoadSection(size: LoadSize, measured: readonly MeasuredLoad[]): Promise<void> {
  const page = await Bun.file(PAGE).text()
  const section = `${BEGIN}\n\n${sectionOf(size, measured)}\n${END}`
  const [before = '', rest] = page.split(BEGIN)
  const after = rest?.split(END)[1] ?? ''
  await Bun.write(PAGE, `${before.trimEnd()}\n\n${section}\n${after.trimStart() && `\n${after.trimStart()}`}`)
  // In the project's format, so that a run leaves nothing to tidy up.
  await Bun.spawn([process.execPath, 'x', 'oxfmt', PAGE], { stdout: 'ignore' }).exited
}

function sectionOf(size: LoadSize, measured: readonly MeasuredLoad[]): string {
  return `## Under load

Written by \`bun bench/load.ts\`. The support desk of the example behind a real socket on loopback, its stores of approvals and
conversations on the database named, and ${size.clients} clients at once that together send ${requestsOf(size)} requests: tickets, mails that an
agent takes in, streamed chats that go on, and closings that a person approves and the agent then makes twice at once. Every
answer is checked, and at the end every effect is counted: none was lost or doubled, or the run fails and writes nothing. Server,
clients and script share one process; a fake lives for one round.

| stores on | requests a second | p50 | p99 | MiB in use after a tenth | half | all | resident at the end |
| --- | --- | --- | --- | --- | --- | --- | --- |
${measured.map(rowOf).join('\n')}

On ${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, with Bun ${Bun.version}.
`
}

function rowOf({ kind, figures: { requests, seconds, p50, p99, memory } }: MeasuredLoad): string {
  const heaps = memory.map(({ heap }) => heap.toFixed(1))
  const resident = memory.at(-1)?.resident.toFixed(0)
  const cells = [
    kind,
    (requests / seconds).toFixed(0),
    `${p50.toFixed(1)} ms`,
    `${p99.toFixed(1)} ms`,
    ...heaps,
    resident,
  ]
  return `| ${cells.join(' | ')} |`
}
