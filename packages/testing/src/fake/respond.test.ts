import { describe, expect, test } from 'bun:test'
import { FakeEndedError, TestSetupError, type FakeAiError } from '../index.js'
import { Clerk, createDesk, endOf, Other, principal, rejection } from '../test-desk.js'

describe('respond()', () => {
  test('takes an agent class and nothing else, and not once the fake has ended', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    for (const wrong of [undefined, 'clerk', Date, () => 'x']) {
      expect(() => fake.respond(wrong as never, ['x'])).toThrow(TestSetupError)
    }
    fake[Symbol.dispose]()
    expect(() => fake.respond(Clerk, ['x'])).toThrow(FakeEndedError)
  })

  test('refuses what is outside the grammar when it is scripted, and queues nothing of it', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    expect(() => fake.respond(Clerk, ['fine', null as never])).toThrow(TypeError)
    expect(await rejection(fake.agent(Clerk).as(principal).prompt('hi'))).toMatchObject({ scripted: 0 })
    expect(endOf(fake)?.complaints).toHaveLength(1)
  })
})

describe('two agent classes with one name', () => {
  class Twin extends Clerk {
    static override agentName = 'clerk'
  }

  test('are refused when both are scripted', async () => {
    const { http } = await createDesk()
    using fake = http.fakeAi()
    fake.respond(Clerk, [])
    expect(() => fake.respond(Twin, [])).toThrow('Two agent classes go by the name "clerk": Clerk and Twin.')
  })

  test('never draw from each other: the other one is refused, at the call and at the end', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    fake.respond(Clerk, ['for the clerk'])
    const error = await rejection(fake.agent(Twin).as(principal).prompt('hi'))
    expect(error).toBeInstanceOf(TestSetupError)
    expect(endOf(fake)?.complaints).toEqual([error as Error])
  })
})

describe('respond() with a condition', () => {
  test('is for the prompts that it holds for, whatever their order, and is tried before the others', async () => {
    const { http } = await createDesk()
    using fake = http.fakeAi({ strict: true })
    fake
      .respond(Clerk, ['plain 1', 'plain 2'])
      .respond(Clerk, ['about a', 'about a again'], { when: (input) => input.includes('a') })
      .respond(Clerk, ['as user 1'], { when: (_, call) => call.principal?.id === 1 && call.agent === 'clerk' })
    const clerk = fake.agent(Clerk).as(principal)
    const texts: string[] = []
    for (const input of ['x', 'a', 'y', 'aa', 'a third']) texts.push((await clerk.prompt(input)).text)
    expect(texts).toEqual(['as user 1', 'about a', 'plain 1', 'about a again', 'plain 2'])
  })

  test('that throws fails the prompt with what it threw, at the call and at the end', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    const broken = new Error('The condition broke.')
    fake.respond(Clerk, ['never'], {
      when: () => {
        throw broken
      },
    })
    expect(await rejection(fake.agent(Clerk).as(principal).prompt('hi'))).toBe(broken)
    expect(endOf(fake)?.complaints).toEqual([broken])
  })
})

describe('respond() with a function', () => {
  test('makes a reply for every prompt that no queue has one for', async () => {
    const { http } = await createDesk()
    using fake = http.fakeAi({ strict: true })
    fake.respond(Clerk, ({ input }) => ({ toolCalls: [{ name: 'tickets_index' }], then: `made for ${input}` }))
    fake.respond(Clerk, ['queued'])
    const clerk = fake.agent(Clerk).as(principal)
    const texts: string[] = []
    for (const input of ['1', '2', '3']) texts.push((await clerk.prompt(input)).text)
    expect(texts).toEqual(['queued', 'made for 2', 'made for 3'])
    fake.assertToolCalled(Clerk, 'tickets_index')
  })

  test('that makes what is no reply fails the prompt, naming the function', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    fake.respond(Clerk, () => undefined as never)
    const error = await rejection(fake.agent(Clerk).as(principal).prompt('hi'))
    expect(error).toMatchObject({ code: 'INVALID_STEP' })
    expect((error as Error).message).toContain('what the function made')
    expect(endOf(fake)?.complaints).toEqual([error as Error])
  })
})

describe('replies that no prompt used', () => {
  test('are nothing to a fake, a complaint to a strict one', async () => {
    const { http } = await createDesk()
    const lax = http.fakeAi()
    lax.respond(Clerk, ['never'])
    expect(endOf(lax)).toBeUndefined()
    const strict = http.fakeAi({ strict: true })
    strict.respond(Clerk, ['never', 'never']).respond(Other, ['never'], { when: () => false })
    expect(endOf(strict)?.complaints).toMatchObject([
      { code: 'UNUSED_REPLY', agent: 'clerk', count: 2 },
      { code: 'UNUSED_REPLY', agent: 'other', count: 1 },
    ])
  })

  test('and complaints so far are told by assertComplete() at any point', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    fake.assertComplete()
    fake.respond(Clerk, ['used'])
    let error: unknown
    try {
      fake.assertComplete()
    } catch (caught) {
      error = caught
    }
    expect((error as FakeAiError).complaints).toMatchObject([{ agent: 'clerk', count: 1 }])
    await fake.agent(Clerk).as(principal).prompt('hi')
    fake.assertComplete()
    await rejection(fake.agent(Other).as(principal).prompt('hi'))
    expect(() => fake.assertComplete()).toThrow('Agent "other" was prompted')
    endOf(fake)
  })
})

describe('where a reply was scripted', () => {
  test('is told with what is wrong: at the call where the reply ran out, and at the end of the fake', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    fake.respond(Clerk, [[{ name: 'tickets_index' }]])
    const line = new Error().stack?.match(/respond\.test\.ts:(\d+)/)?.[1]
    const place = `${import.meta.path.replace(`${process.cwd()}/`, '')}:${Number(line) - 1}`

    const error = await rejection(fake.agent(Clerk).as(principal).prompt('hello'))

    expect(error).toMatchObject({ code: 'SCRIPT_EXHAUSTED', scriptedAt: place })
    expect(endOf(fake)?.message.split(place)).toHaveLength(2)
  })

  test('is told of every other fault too', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    fake.respond(Clerk, ['One.', { toolCalls: [{ name: 'tickets_show' as 'tickets_index' }], then: 'Two.' }])
    const clerk = fake.agent(Clerk).as(principal)
    await clerk.prompt('first')
    await rejection(clerk.prompt('second'))
    expect(endOf(fake)?.message).toMatch(/\(Its reply was scripted at \S*respond\.test\.ts:\d+\.\)/)
  })
})

describe('what would go wrong without a word is refused', () => {
  test('a condition that answers later, or nothing, fails the prompt that it was asked about', async () => {
    const { http } = await createDesk()
    for (const when of [async () => true, () => undefined]) {
      const fake = http.fakeAi()
      fake.respond(Clerk, ['never'], { when: when as never })
      const error = await rejection(fake.agent(Clerk).as(principal).prompt('hi'))
      expect(error).toMatchObject({ code: 'ASSERTION_FAILED', assertion: 'predicate' })
      expect(endOf(fake)?.complaints).toEqual([error as Error])
    }
  })

  test.each([{ when: true }, { where: () => true }, { when: () => true, onlyIf: 1 }])(
    'the options %j',
    async (options) => {
      const { http } = await createDesk()
      using fake = http.fakeAi({ strict: true })
      expect(() => fake.respond(Clerk, ['never'], options as never)).toThrow(TestSetupError)
      expect(() => fake.respond(Clerk, ['never'], options as never)).toThrow('{ when: (input, call)')
    },
  )

  test('a function that returns a promise, also one that fails, is told what to return', async () => {
    const { http } = await createDesk()
    for (const make of [async () => 'ok', () => Promise.reject(new Error('lost'))]) {
      const fake = http.fakeAi()
      fake.respond(Clerk, make as never)
      expect(await rejection(fake.agent(Clerk).as(principal).prompt('hi'))).toBeInstanceOf(TestSetupError)
      const [complaint, ...others] = endOf(fake)?.complaints ?? []
      expect(others).toEqual([])
      expect(complaint?.message).toContain('() => async () =>')
    }
    using fake = http.fakeAi()
    fake.respond(Clerk, () => async () => 'later')
    expect((await fake.agent(Clerk).as(principal).prompt('hi')).text).toBe('later')
  })

  test('what a function of the script throws is told with its agent and its place', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    fake.respond(Clerk, [
      () => {
        throw new RangeError('mine')
      },
    ])
    await rejection(fake.agent(Clerk).as(principal).prompt('hi'))
    const { message = '' } = endOf(fake) ?? {}
    expect(message).toContain('1. Agent "clerk" (prompt "hi"): RangeError: mine (Its reply was scripted at ')
  })

  test('a prompt that no condition holds for is told so', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    fake.respond(Clerk, ['never'], { when: (input) => input === 'other' })
    const error = await rejection(fake.agent(Clerk).as(principal).prompt('hi'))
    expect(error).toMatchObject({ code: 'UNSCRIPTED_PROMPT', scripted: 1, conditional: 1 })
    expect((error as Error).message).toContain(
      'of 1 reply scripted, 1 still waits for a prompt that its `when` holds for',
    )
    endOf(fake)
  })
})
