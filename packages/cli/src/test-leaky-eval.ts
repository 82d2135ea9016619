/** An eval whose provider, tool, grader and teardown say credentials in what they throw and answer, each in a case of its own. */
import { Agent, defineAi } from '@understudy/agents'
import { createApp, requirePrincipal, routeTool } from '@understudy/app'
import { defineEval, type EvalCase } from '@understudy/eval'
import { forever, scriptedModel } from '@understudy/script'
import { APICallError } from 'ai'

/** What may be told nowhere. */
export const SECRETS: Readonly<Record<'key' | 'bearer' | 'field' | 'session' | 'iban', string>> = {
  key: 'sk-proj-4fT9qLw2ZbV7xKc1',
  bearer: 'a8d7f6.5e4c3b2a1',
  field: 'correct horse battery',
  session: '9f31c7aa02',
  iban: 'DE02 1203 0000 0000 2020 51',
}

/** What a provider says of a request that it refuses: all of it. */
const LEAK: string = [
  `Incorrect API key provided: ${SECRETS.key}.`,
  `Sent: {"authorization":"Bearer ${SECRETS.bearer}","client_secret":"${SECRETS.field}"}`,
  `sessionId=${SECRETS.session}`,
].join('\n')

const vault = routeTool('vault_open', { description: 'Open the vault.', redact: ['iban'] })

class Leaker extends Agent {
  static override agentName = 'leaker'
  static override scopes = ['tools:*'] as const
  instructions = 'You open the vault.'
  override tools() {
    return this.appTools([vault])
  }
}

const model = scriptedModel([
  forever(({ messages }) => {
    const asked = JSON.stringify(messages[0])
    if (asked.includes('provider')) {
      throw new APICallError({
        message: LEAK,
        url: `https://user:${SECRETS.field.replaceAll(' ', '-')}@example.com`,
        requestBodyValues: { key: SECRETS.key },
        statusCode: 401,
        responseBody: LEAK,
        responseHeaders: { 'set-cookie': SECRETS.session },
      })
    }
    if (messages.at(-1)?.role === 'tool') return `It is open. ${SECRETS.key} ${SECRETS.iban}`
    return [{ name: 'vault_open', input: {} }]
  }),
])

function throwFor(hook: string, { id }: EvalCase): void {
  if (id === hook) throw new Error(LEAK)
}

// oxlint-disable-next-line import/no-default-export -- a file of an eval has one
export default defineEval({
  agent: Leaker,
  app: (kase: EvalCase) => {
    throwFor('app', kase)
    const ai = defineAi({
      default: 'main',
      providers: { main: { model: () => model, pricing: { input: 1, output: 1 } } },
    })
    const app = createApp({ bindings: { ai } }).post('/vault', requirePrincipal(), vault, (c) => {
      throwFor('tool', kase)
      return c.json({ token: SECRETS.field, said: LEAK, iban: SECRETS.iban })
    })
    // Hono's own prints what a handler threw.
    app.onError((_, c) => c.json({}, 500))
    return app
  },
  cases: ['provider', 'app', 'setup', 'tool', 'grade', 'teardown', 'explained'].map((id) => ({
    id,
    input: `Case ${id}`,
  })),
  as: () => ({ kind: 'user', id: 1 }),
  setup: (_app, kase) => throwFor('setup', kase),
  teardown: (_app, kase) => throwFor('teardown', kase),
  grade: ({ case: kase }) => {
    throwFor('grade', kase)
    return { grade: { open: 1 }, explanation: LEAK }
  },
  metrics: [{ id: 'open', kind: 'binary' }],
  retries: 0,
})
