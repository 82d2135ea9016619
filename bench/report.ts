/** Writes what was measured into docs/performance.md, with the machine and the versions. */
import { cpus } from 'node:os'
import type { Kept } from './memory.js'
import type { Ratio } from './ratio.js'

/** Something measured, and the most that it may be; absent where it is only told. */
export interface Measured {
  readonly name: string
  readonly target?: number
  readonly result: Ratio
}

/** All that a run measured. */
export interface Figures {
  /** Calls beside the bare ones, in microseconds. */
  readonly calls: readonly Measured[]
  /** The same with somebody who listens to the SDK's telemetry. */
  readonly listening: readonly Measured[]
  /** The first and the last prompts of one fake, in microseconds. */
  readonly manyPrompts: Measured
  readonly memory: readonly Kept[]
  /** Bytes for each message, of the shortest and of the longest call. */
  readonly bytesPerMessage: Measured
  /** In milliseconds. */
  readonly imports: readonly Measured[]
}

/** Whether a target is met. */
export function isMet({ result, target = Number.POSITIVE_INFINITY }: Measured): boolean {
  return result.ratio <= target
}

/** The page's text. */
export async function report(figures: Figures): Promise<string> {
  const { calls, listening, manyPrompts, memory, bytesPerMessage, imports } = figures
  const versions = await Promise.all(['ai', 'hono'].map(versionOf))
  return `# Performance

Written by \`bun run bench\`. What counts is each ratio; a run whose ratio is above its target fails.

## Calls

Medians of the middle of several rounds, each way measured in each round. Bare is the SDK's own \`ToolLoopAgent\` with a
hand-written \`MockLanguageModelV4\`, whose tool calls the same Hono app directly, and the SDK's own \`embed\` and
\`experimental_decide\` with mocks; no fake lives meanwhile. Under the fake a reply is scripted, checked, played and recorded,
and the tool passes the gate. The tool is called with the same input each time, as a suite repeats its calls: input that has
fitted a schema is not validated again. A stream is one of UI messages, read to its end.

${table(['what', 'bare', 'under the fake'], calls, 'µs')}

${listeningSection(listening)}

## Ten thousand prompts under one fake

The medians of the first hundred and of the last hundred: a fake does not get slower with what it has recorded.

${table(['what', 'first', 'last'], [manyPrompts], 'µs')}

## Memory

What one recorded call keeps after a collection, its script included. Each step's request holds the messages of the one before;
what did not change is kept once, and so a call of more steps keeps as much for each message.

| steps | messages | bytes for a call | bytes for a message |
| --- | --- | --- | --- |
${memory.map(({ steps, messages, bytes }) => `| ${steps} | ${messages} | ${round(bytes)} | ${round(bytes / messages)} |`).join('\n')}

${table(['bytes for a message', `${memory[0]?.steps} steps`, `${memory.at(-1)?.steps} steps`], [bytesPerMessage], 'bytes')}

## Importing and starting

Medians of many fresh processes. Bun loads the packages from their source, a few hundred small files, with Hono and a validator
of JSON Schema beside \`ai\`: a file costs about a tenth of a millisecond, once for a run of tests. The last row is the same
source in one file.

${table(['what', 'bare', 'ours'], imports, 'ms')}

Measured with Bun ${Bun.version}, ${versions.join(', ')}, on ${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}.
`
}

function verdictOf(measured: Measured): string {
  if (measured.target === undefined) return '–'
  return isMet(measured) ? 'met' : 'missed'
}

function listeningSection(listening: readonly Measured[]): string {
  return `The SDK makes the events of its telemetry for every call, whether or not somebody listens. The fake looks first, and turns
telemetry off for a scripted call that nobody listens to: where that spares more than the fake adds, the ratio is below 1.
With a listener on both sides telemetry is on for both, and what is left is what the fake adds:

${table(['what', 'bare', 'under the fake'], listening, 'µs')}`
}

/** One line for the terminal. */
export function verdict(measured: Measured, unit: string): string {
  const { name, target, result } = measured
  const { bare, ours, ratio } = result
  const figures = `${bare.toFixed(1)} and ${ours.toFixed(1)} ${unit}`
  const judged = verdictOf(measured).replace('missed', 'MISSED').padEnd(6)
  return `${judged} ${name}: ${ratio.toFixed(2)} times (target ${target ?? 'none'}); ${figures}`
}

function table(head: readonly string[], rows: readonly Measured[], unit: string): string {
  const columns = [...head, 'ratio', 'target', 'verdict']
  const lines = rows.map((measured) => {
    const { name, target, result } = measured
    const figures = [result.bare, result.ours].map((figure) => `${figure.toFixed(1)} ${unit}`)
    return [name, ...figures, result.ratio.toFixed(2), target ?? '–', verdictOf(measured)]
  })
  return [columns, columns.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function round(figure: number): string {
  return Math.round(figure).toLocaleString('en')
}

async function versionOf(name: string): Promise<string> {
  const { version } = await Bun.file(`node_modules/${name}/package.json`).json()
  return `${name} ${version}`
}
