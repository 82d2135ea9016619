/** The eval that `bench/import-time.ts` has the command plan: as small as one can be, with a model that is never asked. */
import { Agent, defineAi } from '@understudy/agents'
import { createApp } from '@understudy/app'
import { defineEval, type Eval } from '@understudy/eval'

class Echo extends Agent {
  static override agentName = 'echo'
  instructions = 'You say yes.'
}

const ai = defineAi({ default: 'main', providers: { main: { model: () => 'anthropic/claude-opus-5' } } })

const evaluation: Eval = defineEval({
  agent: Echo,
  app: () => createApp({ bindings: { ai } }),
  cases: [{ id: 'yes', input: 'Yes?' }],
  grade: ({ response }) => ({ yes: response.text === 'Yes.' ? 1 : 0 }),
  metrics: [{ id: 'yes', kind: 'binary' }],
})

// oxlint-disable-next-line import/no-default-export -- a file of an eval has one
export default evaluation
