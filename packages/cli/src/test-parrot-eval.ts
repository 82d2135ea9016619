/**
 * An eval for commands to run: a parrot that repeats what it is asked. The environment says which cases there are, where
 * it waits for a line on standard input, for which cases a hook throws, and where it ends the process. It says on standard error what it does.
 */
import { Agent, defineAi } from '@understudy/agents'
import { createApp } from '@understudy/app'
import { defineEval, fromJsonl, type EvalCase } from '@understudy/eval'
import { forever, scriptedModel } from '@understudy/script'

if (process.env['PARROT_EXITS'] === 'import') process.exit(0)

class Parrot extends Agent {
  static override agentName = 'parrot'
  instructions = 'You repeat.'
}

/** Where to wait: `model` or `grade`. */
const waitsAt = process.env['PARROT_WAITS']
/** Cases whose hook throws, as in `setup:c1,grade:c2`. */
const throwing = new Set((process.env['PARROT_THROWS'] ?? '').split(','))

function say(step: string): void {
  process.stderr.write(`[${step}]\n`)
}

function throwFor(hook: string, { id }: EvalCase): void {
  if (throwing.has(`${hook}:${id}`)) throw new Error(`The ${hook} of ${id} throws.`)
}

/** Lets all who wait go on, one line for each. */
const waiting: (() => void)[] = []
let lines = 0
async function waitFor(place: string): Promise<void> {
  if (waitsAt !== place) return
  if (process.stdin.listenerCount('data') === 0) {
    process.stdin.on('data', (chunk: Buffer) => {
      lines += chunk.toString().split('\n').length - 1
      for (; lines > 0 && waiting.length > 0; lines -= 1) waiting.shift()?.()
    })
  }
  await new Promise<void>((resolve) => waiting.push(resolve))
}

const model = scriptedModel([
  forever(async ({ messages }) => {
    say('asked')
    await waitFor('model')
    const [first] = messages
    const [part] = first?.role === 'user' ? first.content : []
    const text = part?.type === 'text' ? part.text : ''
    return { text: `${text}!`, usage: { inputTokens: 10, outputTokens: 2 } }
  }),
])

function buildApp(kase: EvalCase) {
  throwFor('app', kase)
  say('made')
  if (process.env['PARROT_PRINTS']) {
    console.log('from the app')
    process.stdout.write('from its logger\n')
  }
  const pricing = process.env['PARROT_UNPRICED'] ? undefined : { input: 1_000, output: 1_000 }
  const ai = defineAi({ default: 'main', providers: { main: { model: () => model, ...(pricing && { pricing }) } } })
  return Object.assign(createApp({ bindings: { ai } }), { [Symbol.dispose]: () => say('disposed') })
}

// oxlint-disable-next-line import/no-default-export -- a file of an eval has one
export default defineEval({
  agent: Parrot,
  app: buildApp,
  cases: fromJsonl(process.env['PARROT_CASES'] ?? ''),
  setup: (_app, kase) => throwFor('setup', kase),
  grade: async ({ response, input, case: kase }) => {
    say('graded')
    await waitFor('grade')
    throwFor('grade', kase)
    if (process.env['PARROT_EXITS'] === 'grade') process.exit(0)
    return { same: response.text === `${input}!` && !input.includes('hard') ? 1 : 0 }
  },
  metrics: [{ id: 'same', kind: 'binary' }],
  gates: { same: { min: 0.9 } },
})
