import { describe, expect, test } from 'bun:test'
import { Agent, defineAi } from '@understudy/agents'
import { createApp } from '@understudy/app'
import {
  FakeAiError,
  MischiefError,
  TestApp,
  TestSetupError,
  apiError,
  forever,
  mischief,
  type FakeAi,
} from '../index.js'
import { Clerk, createDesk, Other, principal, rejection } from '../test-desk.js'
import { optionsFor, plantedBugs, type PlantedBug } from '../test-planted-bugs.js'

async function errorOf(bug: PlantedBug, options: { seed?: number } = {}): Promise<MischiefError> {
  const error = await rejection(mischief(bug.agent, { ...optionsFor(bug), ...options }))
  if (error instanceof MischiefError) return error
  throw error
}

/** Runs a printed script as the test that it is pasted into would, and asks as it says. */
async function replay({ script, mode }: MischiefError, { agent, open, path }: PlantedBug): Promise<boolean> {
  const { http, shows } = await open()
  const ai = http.fakeAi()
  // oxlint-disable-next-line typescript/no-implied-eval -- what is printed is code, and it has to run
  const paste = new Function('ai', agent.name, 'apiError', 'forever', script)
  paste(ai, agent, apiError, forever)
  const answer = path === undefined ? await ask(ai, agent, mode) : await (await http.post(path, {})).text()
  const shown = shows(ai, answer)
  // What the script does not get to, and what fails, is what is looked for.
  if (ai.complaints.length > 0) expect(() => ai[Symbol.dispose]()).toThrow(FakeAiError)
  else ai[Symbol.dispose]()
  return shown
}

async function ask(ai: FakeAi, agent: PlantedBug['agent'], mode: MischiefError['mode']): Promise<string> {
  const bound = ai.agent(agent).as(principal)
  try {
    if (mode === 'stream') return await (await bound.stream('Go.')).text()
    return (await bound.prompt('Go.')).text
  } catch (error) {
    return String(error)
  }
}

describe('a bug that a misbehaving model brings out', () => {
  test.each(Object.entries(plantedBugs))(
    'is found, made small, and comes back when its script is pasted: %s',
    async (_, bug) => {
      const error = await errorOf(bug)
      expect(error).toMatchObject({ code: 'MISCHIEF', check: bug.breaks, seed: 1 })
      expect(error.agent).toBe(bug.agent.name)
      expect(error.ways.length).toBeLessThanOrEqual(2)
      expect(error.script.split('\n').length).toBeLessThanOrEqual(8)
      expect(error.message).toContain(error.script)
      expect(error.message).toContain(`prompt 1 to ${bug.agent.name}`)
      expect(await replay(error, bug)).toBe(true)
    },
    30_000,
  )

  test.each([2, 3])('is found whatever the seed, and the same for the same one: %d', async (seed) => {
    const bug = plantedBugs['a local tool that ignores scopes']
    if (bug === undefined) throw new Error('There is no such bug.')
    const [error, again] = [await errorOf(bug, { seed }), await errorOf(bug, { seed })]
    expect(error.check).toBe(bug.breaks)
    expect(again.script).toBe(error.script)
  })
})

describe('an app without bugs', () => {
  test('survives, in both modes, and nothing is left behind', async () => {
    const warnings = globalThis.AI_SDK_LOG_WARNINGS
    class Watched extends Clerk {
      static override agentName = 'watched'
      onError = (): void => undefined
    }
    const open = async () => (await createDesk()).http
    let fakes = 0
    await mischief(Watched, { http: open, as: principal, runs: 20, arrange: () => void fakes++ })
    // One to learn what the model is offered, then two for each script.
    expect(fakes).toBe(41)
    expect(globalThis.AI_SDK_LOG_WARNINGS).toBe(warnings as never)
    const http = await open()
    using ai = http.fakeAi()
    expect(ai.complaints).toEqual([])
  })

  test('survives where its agent has no tools, and as an anonymous run', async () => {
    class Quiet extends Other {
      static override agentName = 'quiet'
      onError = (): void => undefined
    }
    const { http } = await createDesk()
    await mischief(Quiet, { http, as: null, runs: 20 })
  })
})

describe('what mischief is asked with', () => {
  /** An app whose one route prompts two agents. */
  async function createPair() {
    const ai = defineAi({ default: 'main', providers: { main: { model: () => 'none' } } })
    const app = createApp({ bindings: { ai } })
      .post('/pair', async (c) => {
        await c.var.ai.agent(Other).as(null).prompt('first')
        return c.json({ text: (await c.var.ai.agent(Second).as(null).prompt('second')).text })
      })
      .onError((_, c) => c.text('It failed.', 500))
    return await TestApp.fromApp(app)
  }
  class Second extends Agent {}

  test('scripts what else a request asks with `arrange`, and says so where it is missing', async () => {
    const options = { http: createPair, request: (http: TestApp) => http.post('/pair', {}), runs: 10 }
    await mischief(Second, { ...options, arrange: (ai) => ai.respond(Other, () => 'First.') })
    const error = await rejection(mischief(Second, options))
    expect(error).toBeInstanceOf(TestSetupError)
    expect((error as Error).message).toContain('the agent "Second" was not prompted')
    const later = await rejection(mischief(Other, options))
    expect(later).toBeInstanceOf(FakeAiError)
    expect((later as Error).message).toContain('arrange')
  })

  test.each([
    ['neither whom nor a route', {}, 'as: principal'],
    ['both', { as: principal, request: () => undefined }, 'request: (http)'],
    ['an unknown option', { as: principal, seeds: 1 }, '"seeds"'],
    ['a seed that is not whole', { as: principal, seed: 0.5 }, 'the seed 0.5'],
    ['no runs', { as: principal, runs: 0 }, 'runs 0'],
    ['an empty secret', { as: principal, secrets: [''] }, 'a secret that is no text'],
  ])('is refused, before anything is asked: %s', async (_, options, message) => {
    let opened = 0
    const http = () => {
      opened++
      throw new Error('opened')
    }
    const error = await rejection(mischief(Clerk, { http, ...options } as never))
    expect(error).toBeInstanceOf(TestSetupError)
    expect((error as Error).message).toContain(message)
    expect(opened).toBe(0)
  })

  test('lets the errors of an agent through that cannot be constructed', async () => {
    class Wrong extends Clerk {
      static override scopes = [] as never
    }
    const { http } = await createDesk()
    expect(await rejection(mischief(Wrong, { http, as: principal }))).toMatchObject({ code: 'AGENT_SETUP' })
  })
})
