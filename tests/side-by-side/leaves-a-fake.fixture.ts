/** A file of tests that never ends its fake. */
import { expect, test } from 'bun:test'
import { http, Talker } from './desk.js'

test('forgets to end its fake', async () => {
  const ai = http.fakeAi()
  ai.respond(Talker, ['Hello.'])
  expect((await ai.agent(Talker).as(null).prompt('hello')).text).toBe('Hello.')
  await ai
    .agent(Talker)
    .as(null)
    .prompt('once more')
    .catch(() => undefined)
})
