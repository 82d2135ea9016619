/** `http.fakeAi()` and `fakeModels()` alive together: each answers its own, whichever was made first. */
import { describe, expect, test } from 'bun:test'
import { Agent, defineAi } from '@understudy/agents'
import { createApp, requirePrincipal, type Principal } from '@understudy/app'
import { fakeModels, FakeModelsError, RealModelError } from '@understudy/script'
import { FakeAiError, TestApp } from '@understudy/testing'
import { generateText } from 'ai'

const principal: Principal = { kind: 'user', id: 1 }
const TITLES = 'anthropic/claude-haiku-5'

class Writer extends Agent {
  static override agentName = 'writer'
}

/** An app whose route asks its agent, and a model by its id for the title. */
async function createDesk(): Promise<{ readonly http: TestApp; readonly write: () => Promise<object> }> {
  // A string id is what the agent's own model resolves to with no fake of agents.
  const ai = defineAi({ default: 'main', providers: { main: { model: () => 'anthropic/claude-opus-5' } } })
  const app = createApp({ bindings: { ai } }).post('/texts', requirePrincipal(), async (c) => {
    const { text } = await c.var.ai.agent(Writer).as(c.var.principal).prompt('Write.')
    const title = await generateText({ model: TITLES, prompt: text })
    return c.json({ text, title: title.text })
  })
  const http = await TestApp.fromApp(app)
  return {
    http,
    write: async () => await (await http.actingAs(principal).post('/texts', {}).assertOk()).json<object>(),
  }
}

function thrownBy(fake: Disposable): unknown {
  try {
    fake[Symbol.dispose]()
  } catch (error) {
    return error
  }
  return undefined
}

describe('a fake of agents and a fake of models', () => {
  for (const first of ['agents', 'models'] as const) {
    test(`each answer their own, with the one of ${first} made first`, async () => {
      const { http, write } = await createDesk()
      using outer = first === 'agents' ? http.fakeAi({ strict: true }) : fakeModels({ strict: true })
      using inner = first === 'agents' ? fakeModels({ strict: true }) : http.fakeAi({ strict: true })
      for (const fake of [outer, inner]) {
        if ('agent' in fake) fake.respond(Writer, ['A text.'])
        else fake.respond(TITLES, ['A title.'])
      }
      expect(await write()).toEqual({ text: 'A text.', title: 'A title.' })
      for (const fake of [outer, inner]) {
        if ('agent' in fake) fake.assertPromptedTimes(Writer, 1)
        else {
          fake.assertPrompted(TITLES, (input) => input === 'A text.')
          fake.assertPromptedTimes('anthropic/claude-opus-5', 0)
        }
      }
    })
  }

  test('each complain of what is theirs', async () => {
    const { http } = await createDesk()
    const ai = http.fakeAi()
    const models = fakeModels()
    await ai
      .agent(Writer)
      .as(principal)
      .prompt('Write.')
      .catch(() => undefined)
    await generateText({ model: TITLES, prompt: 'x' }).catch(() => undefined)
    const ofModels = thrownBy(models)
    const ofAgents = thrownBy(ai)
    expect(ofModels).toBeInstanceOf(FakeModelsError)
    expect(ofAgents).toBeInstanceOf(FakeAiError)
    expect(ofModels).toMatchObject({ complaints: [{ code: 'UNSCRIPTED_PROMPT', model: TITLES }] })
    expect(ofAgents).toMatchObject({ complaints: [{ code: 'UNSCRIPTED_PROMPT', agent: 'writer' }] })
  })
})

test('a fake of models alone plays the models of agents that are given by string ids', async () => {
  const { write } = await createDesk()
  using models = fakeModels({ strict: true })
  models.respond('anthropic/claude-opus-5', ['A text.']).respond(TITLES, ['A title.'])
  expect(await write()).toEqual({ text: 'A text.', title: 'A title.' })
})

test('under a fake of agents alone a string id is a real model', async () => {
  const { http } = await createDesk()
  const ai = http.fakeAi()
  const error = await Promise.resolve(generateText({ model: TITLES, prompt: 'x' })).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RealModelError)
  expect(thrownBy(ai)).toMatchObject({ complaints: [error] })
})
