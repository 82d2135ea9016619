/** A file of tests in which every test has a fake of its own. */
import { expect, test } from 'bun:test'
import { http, Talker } from './desk.js'

for (const name of ['first', 'second']) {
  test(name, async () => {
    using ai = http.fakeAi()
    ai.respond(Talker, [name])
    expect((await ai.agent(Talker).as(null).prompt('hello')).text).toBe(name)
  })
}
