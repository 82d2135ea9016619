/** `bun run bench`: prints each ratio beside its target, and fails when one is missed. */
import { bareText, bareToolCall } from './bare.js'
import { fakedText, fakedToolCall } from './faked.js'
import { measureRatio } from './ratio.js'

const cases = [
  { name: 'a text prompt', target: 1.25, bare: bareText, ours: fakedText },
  { name: 'one real tool call', target: 1.35, bare: bareToolCall, ours: fakedToolCall },
]

let missed = 0
for (const { name, target, bare, ours } of cases) {
  const result = await measureRatio(bare, ours)
  const met = result.ratio <= target
  if (!met) missed++
  const figures = `${result.bare.toFixed(1)} µs bare, ${result.ours.toFixed(1)} µs under the fake`
  console.log(`${met ? 'met   ' : 'MISSED'} ${name}: ${result.ratio.toFixed(2)} times (target ${target}); ${figures}`)
}
process.exitCode = missed > 0 ? 1 : 0
