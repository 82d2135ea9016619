/** The wrong form: concurrent tests that share a fake variable of a hook. Run by side-by-side.test.ts; it must fail. */
import { beforeEach, expect, test } from 'bun:test'
import type { FakeAi } from '@understudy/testing'
import { http, Talker } from './desk.js'

let ai: FakeAi
beforeEach(() => {
  ai = http.fakeAi()
})

for (const name of ['one', 'two', 'three']) {
  test.concurrent(name, async () => {
    ai.respond(Talker, [name])
    const response = await http.actingAs({ kind: 'user', id: 1 }).post('/talk', name).assertOk()
    expect(await response.text()).toContain(`"delta":"${name}"`)
  })
}
