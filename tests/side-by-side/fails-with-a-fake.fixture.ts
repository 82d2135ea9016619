/** A file of tests that fails, and ends its fake all the same. */
import { expect, test } from 'bun:test'
import { http, Talker } from './desk.js'

test('fails inside its block', async () => {
  using ai = http.fakeAi()
  ai.respond(Talker, ['Hello.'])
  expect((await ai.agent(Talker).as(null).prompt('hello')).text).toBe('Goodbye.')
})
