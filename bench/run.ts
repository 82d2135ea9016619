/** `bun run bench`: prints each ratio beside its target, writes docs/performance.md, and fails when a target is missed. */
import { bareEmbedding, bareEvaluation, bareText, bareToolCall } from './bare.js'
import { fakedEmbedding, fakedEvaluation, fakedText, fakedToolCall } from './faked.js'
import { measureRatio } from './ratio.js'
import { report, type Measured } from './report.js'

const cases = [
  { name: 'a text prompt', target: 1.25, bare: bareText, ours: fakedText },
  { name: 'one real tool call', target: 1.35, bare: bareToolCall, ours: fakedToolCall },
  { name: 'an embedding', target: 1.3, bare: bareEmbedding, ours: fakedEmbedding },
  { name: 'an evaluation', target: 1.3, bare: bareEvaluation, ours: fakedEvaluation },
]

const measured: Measured[] = []
for (const { name, target, bare, ours } of cases) {
  const result = await measureRatio(bare, ours)
  measured.push({ name, target, result })
  const figures = `${result.bare.toFixed(1)} µs bare, ${result.ours.toFixed(1)} µs under the fake`
  const verdict = result.ratio <= target ? 'met   ' : 'MISSED'
  console.log(`${verdict} ${name}: ${result.ratio.toFixed(2)} times (target ${target}); ${figures}`)
}
const page = 'docs/performance.md'
await Bun.write(page, await report(measured))
// In the project's format, so that a run leaves nothing to tidy up.
await Bun.spawn([process.execPath, 'x', 'oxfmt', page], { stdout: 'ignore' }).exited
process.exitCode = measured.some(({ result, target }) => result.ratio > target) ? 1 : 0
