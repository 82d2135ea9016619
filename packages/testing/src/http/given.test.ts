/** What a test passes by mistake: a failure that says so, at the call; never a pass, and nothing is sent. */
import { describe, expect, test } from 'bun:test'
import { createApp, memoryApprovals } from '@understudy/app'
import { Hono } from 'hono'
import { mischief, TestApp, TestSetupError, type TestResponse } from '../index.js'
import { Clerk, createDesk, principal, rejection } from '../test-desk.js'

// What a variable of a test may hold, whatever its type says.
const missing = undefined as never
const nothing = null as never

function setupErrorOf(run: () => unknown): TestSetupError {
  try {
    run()
  } catch (error) {
    if (error instanceof TestSetupError) return error
    throw error
  }
  throw new Error('It was accepted.')
}

/** An app that answers with JSON, and counts. */
function counting() {
  let requests = 0
  const http = TestApp.fromFetch(() => {
    requests++
    return Response.json({ tickets: [] }, { headers: { location: '/x' } })
  })
  return { http, requests: () => requests }
}

describe('an assertion about a response is not held by what is missing', () => {
  const wrong: readonly [string, (response: TestResponse) => unknown][] = [
    ['assertText(undefined)', (response) => response.assertText(missing)],
    ['assertText(null)', (response) => response.assertText(nothing)],
    ['assertText(5)', (response) => response.assertText(5 as never)],
    ['assertHeader(undefined)', (response) => response.assertHeader(missing)],
    ['assertHeader(name, undefined)', (response) => response.assertHeader('location', missing)],
    ['assertHeader(name, null)', (response) => response.assertHeader('location', nothing)],
    ['assertJson(undefined)', (response) => response.assertJson(missing)],
    ['assertJsonPath(undefined)', (response) => response.assertJsonPath(missing, 1)],
    ['assertJsonPath(path)', (response) => Reflect.apply(response.assertJsonPath, response, ['nowhere'])],
    ['assertJsonCount(undefined)', (response) => response.assertJsonCount(missing, 'tickets')],
    ['assertJsonCount("0")', (response) => response.assertJsonCount('0' as never, 'tickets')],
    ['assertJsonCount(0, undefined)', (response) => response.assertJsonCount(0, missing)],
    ['assertJsonCount(0, null)', (response) => response.assertJsonCount(0, nothing)],
    ['assertStatus(undefined)', (response) => response.assertStatus(missing)],
    ['assertStatus("200")', (response) => response.assertStatus('200' as never)],
    ['assertRedirect(null)', (response) => response.assertRedirect(nothing)],
    ['assertOk(…)', (response) => Reflect.apply(response.assertOk, response, [200])],
  ]
  test.each(wrong)('%s', async (called, assertion) => {
    const response = await counting().http.get('/')
    const { message, reason } = setupErrorOf(() => assertion(response))
    expect(reason).toBe('argument')
    expect(message).toStartWith(`${called.slice(0, called.indexOf('('))}() takes `)
  })

  test('also in a chain', async () => {
    expect(await rejection(counting().http.get('/').assertOk().assertText(missing))).toBeInstanceOf(TestSetupError)
  })
})

test('a path that is missing, or a method, is told before anything is sent', () => {
  const { http, requests } = counting()
  for (const send of [() => http.get(missing), () => http.post(nothing), () => http.request(missing, '/')]) {
    expect(setupErrorOf(send).message).toMatch(/was given (?:undefined|null)/)
  }
  expect(requests()).toBe(0)
})

describe('what a TestApp is made of', () => {
  const { http } = counting()
  const wrong: readonly [string, () => unknown, string][] = [
    ['an app in the place of its fetch', () => TestApp.fromFetch(new Hono() as never), 'was given an app'],
    ['no fetch', () => TestApp.fromFetch(missing), 'was given undefined'],
    ['a token with its word', () => http.withToken('Bearer x'), 'Leave the word out'],
    ['no token', () => http.withToken(missing), 'was given undefined'],
    ['no cookies', () => http.withCookies(missing), 'was given undefined'],
    ['a cookie that is no text', () => http.withCookies({ a: missing }), 'was given undefined for the cookie "a"'],
    ['two cookies in one', () => http.withCookies({ a: 'b; c=d' }), 'several cookies in the value of "a"'],
    ['a name that no cookie has', () => http.withCookies({ 'a b': 'c' }), 'the name "a b"'],
  ]
  test.each(wrong)('%s is refused', (_, make, message) => {
    expect(setupErrorOf(make).message).toContain(message)
  })

  test('a value of a cookie is encoded, and read back as it was', async () => {
    const echo = TestApp.fromFetch((request) => new Response(request.headers.get('cookie')))
    await echo.withCookies({ a: 'b; ü' }).get('/').assertText('a=b%3B%20%C3%BC')
  })

  test('a fetch that answers with no Response is told so', async () => {
    const http = TestApp.fromFetch(() => 'hello' as never)
    const error = await rejection(http.get('/hello').assertOk())
    expect(error).toBeInstanceOf(TestSetupError)
    expect((error as Error).message).toContain('GET /hello was answered with "hello", which is no Response.')
  })
})

describe('options', () => {
  test('of fakeAi() are checked, and nothing is faked then', async () => {
    const { http } = await createDesk()
    const wrong: readonly [unknown, string][] = [
      [null, 'was given null'],
      [5, 'was given 5'],
      [{ strikt: true }, 'Did you mean "strict"?'],
      [{ strict: 'yes' }, 'Give true or false'],
      [{ binding: '' }, 'the name of a binding'],
    ]
    for (const [options, message] of wrong) {
      expect(setupErrorOf(() => http.fakeAi(options as never)).message).toContain(message)
    }
    using fake = http.fakeAi({ strict: undefined as never })
    fake.respond(Clerk, ['Hi.'])
    await http.post('/prompt').assertJson({ text: 'Hi.' })
  })

  test('of http.tool() say who calls, and nothing is called without', async () => {
    const { http } = await createDesk()
    const wrong: readonly [unknown, string][] = [
      [undefined, 'who calls the tool'],
      [null, 'who calls the tool'],
      [{}, 'who calls the tool'],
      [{ as: principal, agnet: Clerk }, 'Did you mean "agent"?'],
      [{ as: principal, agent: 'clerk' }, 'Give the class itself'],
    ]
    for (const [options, message] of wrong) {
      expect(setupErrorOf(() => http.tool('tickets_index', {}, options as never)).message).toContain(message)
    }
    await http.tool('tickets_index', {}, { as: principal, agent: Clerk }).assertStatus(200)
    const call = http.tool('tickets_index', {}, { as: principal })
    expect(setupErrorOf(() => call.assertDenied('scoop' as never)).message).toContain(
      'The gates are budget, scope, approval',
    )
    expect(setupErrorOf(() => call.assertStatus(missing)).message).toContain('was given undefined')
  })

  test('of respond() are an object', async () => {
    const { http } = await createDesk()
    using fake = http.fakeAi({ strict: true })
    expect(setupErrorOf(() => fake.respond(Clerk, ['x'], nothing)).message).toContain('was given null for its options')
    fake.assertComplete()
  })

  test('of mischief() are there, and its agent is a class', async () => {
    const { http } = await createDesk()
    expect(await rejection(mischief(Clerk, missing))).toBeInstanceOf(TestSetupError)
    expect(await rejection(mischief('clerk' as never, { http, as: principal }))).toBeInstanceOf(TestSetupError)
    expect(await rejection(mischief(Clerk, { http: missing, as: principal }))).toBeInstanceOf(TestSetupError)
  })

  test('of a decision say which request, and which human', async () => {
    const app = createApp({ approvals: { store: memoryApprovals() } })
    const { approvals } = await TestApp.fromApp(app)
    for (const decide of [
      () => approvals.approve(missing, { by: principal }),
      () => approvals.reject(nothing, { by: principal }),
      () => approvals.approve({ id: missing }, { by: principal }),
      () => approvals.approve('1', missing),
      () => approvals.reject('1', {} as never),
    ]) {
      expect(await rejection(decide())).toBeInstanceOf(TestSetupError)
    }
  })
})

test('a body that is an instance is told by the name of its class, and a stream of messages that is none by what it is', async () => {
  class Ticket {
    readonly id = 7
  }
  const { http } = counting()
  expect(setupErrorOf(() => http.post('/', new Ticket())).message).toContain('an object of Ticket')
  const error = (await rejection(http.get('/').chunks())) as Error
  expect(error.message).toContain('with no stream of UI messages: its body has no event in it.')
})
