/** The right form: concurrent tests with a fake each. Run by side-by-side.test.ts; it must pass. */
import { expect, test } from 'bun:test'
import { http, Talker } from './desk.js'

for (const name of ['one', 'two', 'three']) {
  test.concurrent(name, async () => {
    using ai = http.fakeAi()
    ai.respond(Talker, [name])
    const response = await http.actingAs({ kind: 'user', id: 1 }).post('/talk', name).assertOk()
    expect(await response.text()).toContain(`"delta":"${name}"`)
  })
}
