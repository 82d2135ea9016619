/**
 * `bun bench/eval.ts [cases] [concurrency]`: what the runner itself takes for an attempt, on a model that answers at once.
 * Prints figures; judges none.
 */
import { rm, mkdtemp } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, defineAi } from '@understudy/agents'
import { createApp } from '@understudy/app'
import { checkLayout, defineEval, runEval } from '@understudy/eval'
import type { LanguageModel } from 'ai'

const count = Number(process.argv[2] ?? 10_000)
const concurrency = Number(process.argv[3] ?? 32)

class Echo extends Agent {
  static override agentName = 'echo'
  instructions = 'You say yes.'
}

/** By hand, since what a mock remembers of every call would be measured too. */
const model: Extract<LanguageModel, { specificationVersion: 'v4' }> = {
  specificationVersion: 'v4',
  provider: 'bench',
  modelId: 'bench',
  supportedUrls: {},
  doGenerate: async () => ({
    content: [{ type: 'text', text: 'Yes.' }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: {
      inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 2, text: 2, reasoning: 0 },
    },
    warnings: [],
  }),
  doStream: async () => {
    throw new Error('Nothing here streams.')
  },
}

const ai = defineAi({ default: 'main', providers: { main: { model: () => model, pricing: { input: 1, output: 1 } } } })
const evaluation = defineEval({
  agent: Echo,
  app: () => createApp({ bindings: { ai } }),
  cases: Array.from({ length: count }, (_, index) => ({ id: `case-${index}`, input: `Question ${index}` })),
  grade: ({ response }) => ({ yes: response.text === 'Yes.' ? 1 : 0 }),
  metrics: [{ id: 'yes', kind: 'binary' }],
})

const dir = await mkdtemp(join(tmpdir(), 'understudy-bench-'))
try {
  const timed = async (what: string): Promise<void> => {
    const started = performance.now()
    const { made, done, summary } = await runEval(evaluation, { dir, concurrency })
    const took = performance.now() - started
    const each = made === 0 ? '' : `, ${(took / made).toFixed(2)} ms an attempt`
    const memory = (process.memoryUsage.rss() / 2 ** 20).toFixed(0)
    console.log(
      `${what}: ${(took / 1_000).toFixed(1)} s${each}; ${made} made, ${done} done, ${summary.ok} ok; ${memory} MiB`,
    )
  }
  console.log(
    `${count} cases at concurrency ${concurrency}, Bun ${Bun.version}, ${cpus().length} cores of ${cpus()[0]?.model}`,
  )
  await timed('run')
  await timed('resume')
  console.log(`departures from the layout: ${(await checkLayout(join(dir, 'echo'))).length}`)
} finally {
  await rm(dir, { recursive: true, force: true })
}
