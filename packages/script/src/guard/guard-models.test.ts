import { afterEach, describe, expect, test } from 'bun:test'
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { generateText, registerTelemetry, type Telemetry } from 'ai'
import { scriptedModel } from '../scripted-model.js'
import { rejection } from '../test-models.js'
import { providerOf, realModels, sdkCalls } from '../test-real-models.js'
import { guardModels } from './guard-models.js'
import type { GuardedCall, ModelGuard } from './model-guard.js'
import { telemetryOfScripted } from './telemetry-hook.js'

const globals = ['AI_SDK_DEFAULT_PROVIDER', 'AI_SDK_TELEMETRY_INTEGRATIONS', 'fetch', 'WebSocket'] as const

/** What each of the globals holds, and what whoever lists the globals sees. */
function globalState(): { readonly values: readonly unknown[]; readonly keys: readonly string[] } {
  return { values: globals.map((name) => Reflect.get(globalThis, name)), keys: Object.keys(globalThis) }
}

function recordingGuard(
  name: string,
  allowed = false,
): ModelGuard & { readonly refused: GuardedCall[]; readonly made: Error[] } {
  const refused: GuardedCall[] = []
  const made: Error[] = []
  return {
    refused,
    made,
    allows: () => allowed,
    refuse(call) {
      refused.push(call)
      return new Error(`${name} refuses.`)
    },
    wasMade: (refusal) => void made.push(refusal),
  }
}

/** Asks a real language model: with what it failed; undefined when it answered. */
async function askRealModel(): Promise<string | undefined> {
  try {
    await sdkCalls.generateText(realModels(() => Promise.resolve()))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Runs something where no test has entered a context. */
const outsideOfTests = AsyncLocalStorage.snapshot()

// One after another: each test leaves the globals as they were.
const untouched = globalState()

function expectUntouched(): void {
  const { values, keys } = globalState()
  expect(keys).toEqual([...untouched.keys])
  // One by one: a guarded function equals its original in all but identity.
  for (const [index, value] of values.entries()) expect(value).toBe(untouched.values[index])
}

afterEach(expectUntouched)

describe('while guards live', () => {
  test.serial('a call that a guard allows is made', async () => {
    using _ = guardModels(recordingGuard('it', true))
    expect(await askRealModel()).toBeUndefined()
  })

  test.serial('the innermost guard refuses, and alone hears of it', async () => {
    const outer = recordingGuard('outer')
    const inner = recordingGuard('inner')
    using _outer = guardModels(outer)
    {
      using _inner = guardModels(inner)
      expect(await askRealModel()).toBe('inner refuses.')
    }
    expect([outer.refused.length, inner.refused.length]).toEqual([0, 1])
    expect(await askRealModel()).toBe('outer refuses.')
  })

  test.serial('an inner guard that allows leaves the decision to the outer one', async () => {
    using _outer = guardModels(recordingGuard('outer'))
    using _inner = guardModels(recordingGuard('inner', true))
    expect(await askRealModel()).toBe('outer refuses.')
  })

  test.serial('guards end in any order', async () => {
    const first = guardModels(recordingGuard('first'))
    const second = guardModels(recordingGuard('second'))
    first[Symbol.dispose]()
    first[Symbol.dispose]()
    expect(await askRealModel()).toBe('second refuses.')
    second[Symbol.dispose]()
    expect(await askRealModel()).toBeUndefined()
  })

  test.serial('a call without a context is refused by every guard, and each hears of it', async () => {
    const guards = [recordingGuard('one'), recordingGuard('other')]
    using _one = guardModels(guards[0]!)
    using _other = guardModels(guards[1]!)
    expect(await outsideOfTests(askRealModel)).toBe('other refuses.')
    expect(guards.map(({ refused }) => refused.length)).toEqual([1, 1])
  })

  test.serial('guards that live at the same time hear of their own calls alone', async () => {
    const guards = [recordingGuard('a'), recordingGuard('b')]
    const meeting = Promise.withResolvers<undefined>()
    const run = async (guard: ModelGuard, isLast: boolean): Promise<unknown[]> => {
      using _ = guardModels(guard)
      if (isLast) meeting.resolve(undefined)
      await meeting.promise
      const scripted = await generateText({ model: scriptedModel(['Scripted.']), prompt: 'Hi.' })
      return [scripted.text, await askRealModel()]
    }
    const apart = guards.map((guard, index) => outsideOfTests(() => run(guard, index === 1)))
    expect(await Promise.all(apart)).toEqual([
      ['Scripted.', 'a refuses.'],
      ['Scripted.', 'b refuses.'],
    ])
    expect(guards.map(({ refused }) => refused.length)).toEqual([1, 1])
  })
})

test.serial('late work of a guard that has ended is refused by it alone: no guard beside it hears of it', async () => {
  const [own, beside] = [recordingGuard('own'), recordingGuard('beside')]
  const gate = Promise.withResolvers<undefined>()
  const late = outsideOfTests(() => {
    using _ = guardModels(own)
    return gate.promise.then(askRealModel)
  })
  using _ = guardModels(beside)
  gate.resolve(undefined)
  expect(await late).toBe('own refuses.')
  expect([own.refused.length, beside.refused.length]).toEqual([1, 0])
})

describe('a call that nobody can stop', () => {
  const told = ['generateObject', 'embed', 'embedMany', 'rerank', 'decide'] as const

  test.serial.each(told)('%s is told as it starts, and again when it was made all the same', async (name) => {
    const guard = recordingGuard('it')
    using _ = guardModels(guard)
    await sdkCalls[name](realModels(() => Promise.resolve()))
    expect(guard.refused).toMatchObject([{ provider: 'acme', modelId: 'acme-1', way: 'telemetry' }])
    expect(guard.made).toEqual([new Error('it refuses.')])
  })

  test.serial.each(told)(
    '%s fails with what its start was refused with, whatever request its model makes',
    async (name) => {
      const guard = recordingGuard('it')
      using _ = guardModels(guard)
      const error = await rejection(sdkCalls[name](realModels(() => fetch('http://acme.invalid/'))))
      expect(error).toEqual(new Error('it refuses.'))
      expect(guard.refused).toHaveLength(1)
      expect(guard.made).toEqual([])
    },
  )

  test.serial.each(told)('the request that follows %s is the app’s own', async (name) => {
    using server = Bun.serve({ port: 0, fetch: () => new Response('Hi.') })
    using _ = guardModels(recordingGuard('it'))
    await rejection(sdkCalls[name](realModels(() => fetch(server.url))))
    expect(await (await fetch(server.url)).text()).toBe('Hi.')
  })
})

describe('the globals', () => {
  test.serial('are as they were after a block that throws', async () => {
    const block = async (): Promise<void> => {
      using _ = guardModels(recordingGuard('it'))
      await sdkCalls.generateText(realModels(() => Promise.resolve()))
    }
    expect(await rejection(block())).toEqual(new Error('it refuses.'))
    expectUntouched()
  })

  test.serial('hold what the app assigned meanwhile', () => {
    const provider = providerOf(realModels(() => Promise.resolve()))
    const integrations: Telemetry[] = [{}]
    {
      using _ = guardModels(recordingGuard('it'))
      globalThis.AI_SDK_DEFAULT_PROVIDER = provider
      globalThis.AI_SDK_TELEMETRY_INTEGRATIONS = integrations
    }
    expect(globalThis.AI_SDK_DEFAULT_PROVIDER).toBe(provider)
    expect(globalThis.AI_SDK_TELEMETRY_INTEGRATIONS).toBe(integrations)
    expect(integrations).toEqual([{}])
    Reflect.deleteProperty(globalThis, 'AI_SDK_DEFAULT_PROVIDER')
    Reflect.deleteProperty(globalThis, 'AI_SDK_TELEMETRY_INTEGRATIONS')
  })

  test.serial('hold nothing of a guard that the app read and put back', () => {
    {
      using _ = guardModels(recordingGuard('it'))
      const before = globalThis.AI_SDK_DEFAULT_PROVIDER
      const list = globalThis.AI_SDK_TELEMETRY_INTEGRATIONS
      globalThis.AI_SDK_DEFAULT_PROVIDER = providerOf(realModels(() => Promise.resolve()))
      globalThis.AI_SDK_TELEMETRY_INTEGRATIONS = [{}]
      globalThis.AI_SDK_DEFAULT_PROVIDER = before
      globalThis.AI_SDK_TELEMETRY_INTEGRATIONS = list
    }
    expectUntouched()
  })

  test.serial('keep a fetch that somebody put over the guarded one', async () => {
    const original = globalThis.fetch
    using server = Bun.serve({ port: 0, fetch: () => new Response('Hi.') })
    const guarded = guardModels(recordingGuard('it'))
    const below = globalThis.fetch
    const over = Object.assign((...args: Parameters<typeof fetch>) => below(...args), { preconnect: below.preconnect })
    globalThis.fetch = over
    guarded[Symbol.dispose]()
    expect(globalThis.fetch).toBe(over)
    expect(await (await fetch(server.url, { headers: { 'user-agent': 'ai/7.0.0' } })).text()).toBe('Hi.')
    globalThis.fetch = original
  })

  test.serial('are assigned and deleted as ever once a guard has ended', async () => {
    guardModels(recordingGuard('it'))[Symbol.dispose]()
    const provider = providerOf(realModels(() => Promise.resolve()))
    globalThis.AI_SDK_DEFAULT_PROVIDER = provider
    expect(globalThis.AI_SDK_DEFAULT_PROVIDER).toBe(provider)
    expect((await generateText({ model: 'acme-1', prompt: 'Hi.' })).text).toBe('{}')
    globalThis.AI_SDK_DEFAULT_PROVIDER = undefined
    expect(globalThis.AI_SDK_DEFAULT_PROVIDER).toBeUndefined()
    for (const name of ['AI_SDK_DEFAULT_PROVIDER', 'AI_SDK_TELEMETRY_INTEGRATIONS']) {
      expect(Reflect.deleteProperty(globalThis, name)).toBe(true)
      expect(Object.hasOwn(globalThis, name)).toBe(false)
    }
  })

  test.serial('are guarded again after the app deleted them', async () => {
    guardModels(recordingGuard('it'))[Symbol.dispose]()
    Reflect.deleteProperty(globalThis, 'AI_SDK_DEFAULT_PROVIDER')
    Reflect.deleteProperty(globalThis, 'AI_SDK_TELEMETRY_INTEGRATIONS')
    using _ = guardModels(recordingGuard('it'))
    expect(await askRealModel()).toBe('it refuses.')
    expect(await rejection(generateText({ model: 'acme-1', prompt: 'Hi.' }))).toEqual(new Error('it refuses.'))
  })
})

describe('telemetry of the app', () => {
  /** An integration that notes what it wraps, and how that ended. */
  function noting(name: string, notes: string[]): Telemetry {
    return {
      async executeLanguageModelCall({ execute }) {
        notes.push(`${name} begins`)
        try {
          return await execute()
        } finally {
          notes.push(`${name} ends`)
        }
      },
    }
  }

  test.serial('hears of scripted and of refused calls, in its own order', async () => {
    const notes: string[] = []
    registerTelemetry(noting('first', notes))
    {
      using _ = guardModels(recordingGuard('it'))
      registerTelemetry(noting('second', notes))
      await generateText({ model: scriptedModel(['Scripted.']), prompt: 'Hi.' })
      expect(await askRealModel()).toBe('it refuses.')
    }
    const once = ['second begins', 'first begins', 'first ends', 'second ends']
    expect(notes).toEqual([...once, ...once])
    expect(globalThis.AI_SDK_TELEMETRY_INTEGRATIONS).toHaveLength(2)
    Reflect.deleteProperty(globalThis, 'AI_SDK_TELEMETRY_INTEGRATIONS')
  })

  test.serial('is all that is left for a call that is known to be scripted', () => {
    expect(telemetryOfScripted()).toBeUndefined()
    const own: Telemetry = {}
    using _ = guardModels(recordingGuard('it'))
    expect(telemetryOfScripted()).toEqual({ isEnabled: false, integrations: [] })
    registerTelemetry(own)
    expect(telemetryOfScripted()).toEqual({ integrations: [own] })
    globalThis.AI_SDK_TELEMETRY_INTEGRATIONS = undefined
  })

  test.serial('stays on for a call that is known to be scripted while its tracing channel is listened to', async () => {
    using _ = guardModels(recordingGuard('it'))
    const told: unknown[] = []
    const listener = (message: unknown): void => void told.push(message)
    subscribe('tracing:ai:telemetry:start', listener)
    const telemetry = telemetryOfScripted()
    await generateText({ model: scriptedModel(['Scripted.']), prompt: 'Hi.', ...(telemetry && { telemetry }) })
    unsubscribe('tracing:ai:telemetry:start', listener)
    expect(telemetry).toEqual({ integrations: [] })
    expect(told).not.toEqual([])
    expect(telemetryOfScripted()).toEqual({ isEnabled: false, integrations: [] })
  })
})
