/** Measures whether a fake gets slower with all that it has recorded. */
import { TestApp, type FakeAi } from '@understudy/testing'
import { app, principal, Triager } from './desk.js'
import { medianOf, middleOf, type Ratio, ratioOf } from './ratio.js'

const ROUNDS = 9
const PROMPTS = 10_000
const COUNTED = 100

/** The time of one prompt, in microseconds: among the first hundred of ten thousand under one fake, and among the last. */
export async function measureManyPrompts(): Promise<Ratio> {
  const http = await TestApp.fromApp(app)
  const rounds: Ratio[] = []
  await promptMany(http)
  for (let round = 0; round < ROUNDS; round++) {
    const times = await promptMany(http)
    rounds.push(ratioOf(medianOf(times.slice(0, COUNTED)), medianOf(times.slice(-COUNTED))))
  }
  return middleOf(rounds)
}

async function promptMany(http: TestApp): Promise<number[]> {
  const times: number[] = []
  // What the last round recorded is not to be collected in this one.
  Bun.gc(true)
  using ai = http.fakeAi()
  for (let prompt = 0; prompt < PROMPTS; prompt++) {
    const before = Bun.nanoseconds()
    await promptOnce(ai)
    times.push((Bun.nanoseconds() - before) / 1_000)
  }
  return times
}

async function promptOnce(ai: FakeAi): Promise<void> {
  ai.respond(Triager, ['Done.'])
  await ai.agent(Triager).as(principal).prompt('Look at ticket 3.')
}
