/** Writes what was measured into docs/performance.md, with the machine and the versions. */
import { cpus } from 'node:os'
import type { Ratio } from './ratio.js'

/** A measured case and its target. */
export interface Measured {
  readonly name: string
  readonly target: number
  readonly result: Ratio
}

async function versionOf(name: string): Promise<string> {
  const { version } = await Bun.file(`node_modules/${name}/package.json`).json()
  return `${name} ${version}`
}

/** The page's text. */
export async function report(cases: readonly Measured[]): Promise<string> {
  const versions = await Promise.all(['ai', 'hono'].map(versionOf))
  const rows = cases.map(({ name, target, result }) => {
    const { bare, ours, ratio } = result
    return `| ${name} | ${bare.toFixed(1)} µs | ${ours.toFixed(1)} µs | ${ratio.toFixed(2)} | ${target} |`
  })
  return `# Performance

Written by \`bun run bench\`. Medians of the middle of several rounds, each way measured in each round. Bare is the SDK's own
\`ToolLoopAgent\` with a hand-written \`MockLanguageModelV4\`, whose tool calls the same Hono app directly; under the fake a
reply is scripted, checked, played and recorded, and the tool passes the gate. The tool is called with the same input each
time, as a suite repeats its calls: input that has fitted a schema is not validated again. What counts is the ratio.

| what | bare | under the fake | ratio | target |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

Measured with Bun ${Bun.version}, ${versions.join(', ')}, on ${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}.
`
}
