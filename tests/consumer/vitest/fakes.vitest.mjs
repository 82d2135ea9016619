// A user's tests under Vitest on Node: fakes one after another, side by side, in blocks with `using`, and none. `using` is
// in a TypeScript file, which Vitest lowers; it leaves JavaScript as it is, and Node 22 does not know the word.
// They share one app and run in this order: what a fake leaves behind would meet a later test.

import { fakeModels, scriptedModel } from '@understudy/script'
import { FakeAiError, TestApp } from '@understudy/testing'
import { generateText } from 'ai'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTicketApp, TicketDigest } from '../ticket-app.ts'
import { failTwice, promptInBlock } from '../with-using.ts'

const readOpen = [{ name: 'tickets_index', input: { status: 'open' } }]
const digest = (summary) => ({ summary, ids: [1] })

const realModel = scriptedModel([readOpen, { output: digest('Real.') }])
/** @type {TestApp} */
let http

beforeAll(async () => {
  http = (await TestApp.fromApp(createTicketApp(realModel))).withToken('operator')
})

test('a fake plays the agent', async () => {
  const ai = http.fakeAi()
  try {
    ai.respond(TicketDigest, [{ toolCalls: readOpen, then: { output: digest('First.') } }])
    await http
      .post('/digest', 'First?')
      .assertOk()
      .assertJson({ digest: digest('First.') })
    ai.assertToolCalled(TicketDigest, 'tickets_index', ({ status }) => status === 200)
  } finally {
    ai[Symbol.dispose]()
  }
})

test('the next fake knows nothing of it, and reports what it has no script for', async () => {
  const ai = http.fakeAi()
  try {
    ai.assertNothingPrompted()
    await http.post('/digest', 'Second?').assertStatus(500)
  } finally {
    expect(() => ai[Symbol.dispose]()).toThrow(FakeAiError)
  }
})

test('a fake lasts as long as its block', () => promptInBlock(http))

test('a block that fails twice tells both errors', () => failTwice(http))

/** Resolves when both tests of the pair have called it: neither can have run before the other. */
const meet = (() => {
  const { promise, resolve } = Promise.withResolvers()
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived === 2) resolve()
    return promise
  }
})()

for (const name of ['Left.', 'Right.']) {
  test.concurrent(`a fake beside another: ${name}`, async ({ expect }) => {
    const ai = http.fakeAi()
    try {
      const answer = async () => {
        await meet()
        return { output: digest(name) }
      }
      ai.respond(TicketDigest, [{ toolCalls: readOpen, then: answer }])
      await http
        .post('/digest', name)
        .assertOk()
        .assertJson({ digest: digest(name) })
      expect(ai.calls(TicketDigest).map(({ input }) => input)).toEqual([name])
    } finally {
      ai[Symbol.dispose]()
    }
  })
}

const opus = 'anthropic/claude-opus-5'
const ask = async (prompt) => (await generateText({ model: opus, prompt })).text

describe('models by their ids', () => {
  const meetAgain = (() => {
    const { promise, resolve } = Promise.withResolvers()
    let arrived = 0
    return () => {
      arrived += 1
      if (arrived === 2) resolve()
      return promise
    }
  })()

  for (const name of ['Left.', 'Right.']) {
    test.concurrent(`a fake beside another: ${name}`, async ({ expect }) => {
      const models = fakeModels({ strict: true })
      try {
        models.respond(opus, [name])
        await meetAgain()
        expect(await ask(name)).toBe(name)
        expect(models.calls(opus).map(({ input }) => input)).toEqual([name])
      } finally {
        models[Symbol.dispose]()
      }
    })
  }

  describe('in a hook', () => {
    let models
    beforeEach(() => {
      models = fakeModels({ strict: true })
    })
    afterEach(() => models[Symbol.dispose]())
    for (const name of ['One.', 'Other.']) {
      test(name, async () => {
        models.respond(opus, [name])
        expect(await ask(name)).toBe(name)
      })
    }
  })

  test('a fake lasts as long as it is not ended', async () => {
    const outer = fakeModels()
    outer.respond(opus, ['Outer.'])
    const inner = fakeModels()
    inner.respond(opus, ['Inner.'])
    expect(await ask('?')).toBe('Inner.')
    inner[Symbol.dispose]()
    expect(await ask('?')).toBe('Outer.')
    outer[Symbol.dispose]()
  })
})

test('with no fake, the app asks its real model', async () => {
  expect(realModel.calls).toHaveLength(0)
  await http
    .post('/digest', 'Real?')
    .assertOk()
    .assertJson({ digest: digest('Real.') })
  realModel.assertComplete()
})
