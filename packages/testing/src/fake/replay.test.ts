import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Clerk, createDesk, endOf, principal, rejection } from '../test-desk.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-replay-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function fixture(name: string, turns: object[]): Promise<string> {
  const path = join(folder, `${name}.json`)
  await Bun.write(path, JSON.stringify({ name, turns }))
  return path
}

const look = { kind: 'tool_call', call: { name: 'tickets_index', arguments: {} } }

describe('replay()', () => {
  test('answers the prompts of an agent from a fixture, whose tools are real requests', async () => {
    const path = await fixture('looks', [look, { kind: 'text', content: 'None.' }])
    const { http } = await createDesk()
    using fake = http.fakeAi({ strict: true })
    fake.replay(Clerk, path)
    expect((await fake.agent(Clerk).as(principal).prompt('Which are open?')).text).toBe('None.')
    expect(fake.calls(Clerk)[0]?.toolCalls).toMatchObject([{ name: 'tickets_index', status: 200 }])
  })

  test('comes after the replies that are queued, and serves prompt after prompt, streams too', async () => {
    const path = await fixture('serves', [
      { kind: 'text', content: 'One.' },
      { kind: 'text', content: 'Two.' },
    ])
    const { http } = await createDesk()
    using fake = http.fakeAi({ strict: true })
    fake.replay(Clerk, path).respond(Clerk, ['Zero.'])
    const clerk = fake.agent(Clerk).as(principal)
    expect((await clerk.prompt('a')).text).toBe('Zero.')
    expect((await clerk.prompt('b')).text).toBe('One.')
    expect(await (await clerk.stream('c')).text()).toContain('"delta":"Two."')
  })

  test('past its end the call fails and the disposal names it, once', async () => {
    const path = await fixture('short', [look])
    const { http } = await createDesk()
    const fake = http.fakeAi()
    fake.replay(Clerk, path)
    const error = await rejection(fake.agent(Clerk).as(principal).prompt('hi'))
    expect(error).toMatchObject({ code: 'UNRECORDED_QUESTION' })
    expect(endOf(fake)?.complaints).toEqual([error as Error])
  })

  test('turns that nobody asked for are told by a strict fake and by assertComplete()', async () => {
    const path = await fixture('unused', [{ kind: 'text', content: 'Never.' }])
    const { http } = await createDesk()
    const fake = http.fakeAi({ strict: true })
    fake.replay(Clerk, path)
    expect(() => fake.assertComplete()).toThrow('Never.')
    expect(endOf(fake)?.complaints).toMatchObject([{ code: 'FIXTURE_UNFINISHED' }])
  })

  test('a file that is no fixture is refused at once', async () => {
    const { http } = await createDesk()
    using fake = http.fakeAi()
    expect(() => fake.replay(Clerk, join(folder, 'nowhere.json'))).toThrow('nowhere.json')
    const path = await fixture('wrong', [{ kind: 'tet', content: '' }])
    expect(() => fake.replay(Clerk, path)).toThrow('tet')
  })
})
