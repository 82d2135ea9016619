// What a user's tests do with `using`, as their toolchain lowers it or their runtime has it. Imports no runner: what does
// not hold is thrown.

import assert from 'node:assert/strict'
import { FakeAiError, type TestApp } from '@understudy/testing'
import { TicketDigest } from './ticket-app.js'

const digest = { summary: 'One printer fire.', ids: [1] }

/** The fake lasts as long as the block. `http` is of somebody who may prompt. */
export async function promptInBlock(http: TestApp): Promise<void> {
  using ai = http.fakeAi()
  ai.respond(TicketDigest, [
    { toolCalls: [{ name: 'tickets_index', input: { status: 'open' } }], then: { output: digest } },
  ])
  await http.post('/digest', 'In a block?').assertOk().assertJson({ digest })
  ai.assertToolCalled(TicketDigest, 'tickets_index', ({ status }) => status === 200)
}

/** A block that fails, and whose fake complains when it ends, throws one error that has and tells both. */
export async function failTwice(http: TestApp): Promise<void> {
  const failed = new RangeError('The block failed.')
  const block = async (): Promise<void> => {
    using _ai = http.fakeAi()
    await http.post('/digest', 'Unscripted?').assertStatus(500)
    throw failed
  }
  await assert.rejects(block(), (error) => {
    assert(error instanceof SuppressedError)
    assert.equal(error.suppressed, failed)
    assert(error.error instanceof FakeAiError)
    const told = `${error.message}\n${String(error.cause)}`
    assert.match(told, /The block failed\.[^]*Then, when the block ended:[^]*\(its prompt 1: "Unscripted\?"\)/)
    return true
  })
}
