/** A fake of a hook, for tests that run one after another. Run by side-by-side.test.ts; it must pass. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { FakeAi } from '@understudy/testing'
import { http, Talker } from './desk.js'

let ai: FakeAi
beforeEach(() => {
  ai = http.fakeAi()
})
afterEach(() => ai[Symbol.dispose]())

for (const name of ['one', 'two', 'three']) {
  test(name, async () => {
    ai.respond(Talker, [name])
    const response = await http.actingAs({ kind: 'user', id: 1 }).post('/talk', name).assertOk()
    expect(await response.text()).toContain(`"delta":"${name}"`)
  })
}
