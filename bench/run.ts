/** `bun run bench`: prints each ratio beside its target, writes docs/performance.md, and fails when a target is missed. */
import { registerTelemetry } from 'ai'
import { bareEmbedding, bareEvaluation, bareStream, bareText, bareToolCall } from './bare.js'
import { endFake, fakedEmbedding, fakedEvaluation, fakedStream, fakedText, fakedToolCall } from './faked.js'
import { bundleOf, measureImports, measureStart } from './import-time.js'
import { measureManyPrompts } from './many-prompts.js'
import { type Kept, measureMemory } from './memory.js'
import { loadSectionOf, PAGE } from './load/load-section.js'
import { measureRatio, ratioOf } from './ratio.js'
import { isMet, type Measured, report, verdict } from './report.js'

const compared = [
  { name: 'a text prompt', target: 1.25, bare: bareText, ours: fakedText },
  { name: 'one real tool call', target: 1.35, bare: bareToolCall, ours: fakedToolCall },
  { name: 'one real tool call, streamed', target: 1.35, bare: bareStream, ours: fakedStream },
  { name: 'an embedding', target: 1.3, bare: bareEmbedding, ours: fakedEmbedding },
  { name: 'an evaluation', target: 1.3, bare: bareEvaluation, ours: fakedEvaluation },
]

async function measureCalls(): Promise<Measured[]> {
  const calls: Measured[] = []
  for (const { name, target, bare, ours } of compared) {
    calls.push({ name, target, result: await measureRatio({ bare, ours, after: endFake }) })
  }
  return calls
}

/** The same with somebody who listens to the SDK's telemetry, on both sides. No target: few tests have a listener. */
async function measureListening(): Promise<Measured[]> {
  registerTelemetry({ onStart() {} })
  const calls = await measureCalls()
  globalThis.AI_SDK_TELEMETRY_INTEGRATIONS = undefined
  return calls.map(({ name, result }) => ({ name, result }))
}

async function measureMemories(): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const steps of [1, 10, 50]) kept.push(await measureMemory(steps))
  return kept
}

/** Snapshots that shared nothing would keep some twenty-five times as much for each message of the longest call. */
function compareMemory(memory: readonly Kept[]): Measured {
  const [shortest = 0, ...others] = memory.map(({ bytes, messages }) => bytes / messages)
  return { name: 'a recorded call', target: 1.25, result: ratioOf(shortest, others.at(-1) ?? Number.NaN) }
}

/** The scripted models are made of the SDK's mocks, which are an import of their own. */
async function measureAllImports(): Promise<Measured[]> {
  const ours = ['@understudy/testing']
  await using bundle = await bundleOf(import.meta.resolve('@understudy/testing').replace('file://', ''))
  return [
    { name: '`@understudy/testing` beside `ai`', target: 1.3, result: await measureImports(['ai'], ours) },
    {
      name: '`@understudy/testing` beside `ai` and `ai/test`',
      target: 1.3,
      result: await measureImports(['ai', 'ai/test'], ours),
    },
    { name: 'the same in one file, beside `ai`', result: await measureImports(['ai'], [bundle.path]) },
    { name: '`understudy ai:eval --dry-run` beside a process with `ai`', target: 2, result: await measureStart() },
  ]
}

function print(measured: readonly Measured[], unit: string): void {
  for (const each of measured) console.log(verdict(each, unit))
}

const calls = await measureCalls()
print(calls, 'µs')
const listening = await measureListening()
print(listening, 'µs')
const manyPrompts: Measured = {
  name: 'the last prompts beside the first',
  target: 1.2,
  result: await measureManyPrompts(),
}
print([manyPrompts], 'µs')
const memory = await measureMemories()
const bytesPerMessage = compareMemory(memory)
print([bytesPerMessage], 'bytes for each message')
const imports = await measureAllImports()
print(imports, 'ms')

const section = loadSectionOf(await Bun.file(PAGE).text())
await Bun.write(
  PAGE,
  `${await report({ calls, listening, manyPrompts, memory, bytesPerMessage, imports })}\n${section}\n`,
)
// In the project's format, so that a run leaves nothing to tidy up.
await Bun.spawn([process.execPath, 'x', 'oxfmt', PAGE], { stdout: 'ignore' }).exited
process.exitCode = [...calls, manyPrompts, bytesPerMessage, ...imports].every(isMet) ? 0 : 1
