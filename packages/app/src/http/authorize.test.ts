import { describe, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { authorize, createApp, routeTool, ToolDerivationError, type Policy, type Principal } from '../index.js'
import { call, operator } from '../test-call.js'

const close = routeTool('tickets_close', { description: 'Closes a ticket.' })

/** An app with one route behind `authorize`, that counts what ran. */
function closingApp(ability: string, policies: Record<string, Policy>, principal: Principal | null = operator) {
  const hits: string[] = []
  const app = createApp({ authenticate: () => principal, policies })
    .post('/close', authorize(ability), close, (c) => {
      hits.push('close')
      return c.json('closed')
    })
    .onError((error, c) => c.json({ threw: error.name }, 500))
  return { app, hits }
}

describe('authorize', () => {
  test('lets in whom the policy lets in, and gives it principal and context', async () => {
    const asked: unknown[] = []
    const { app, hits } = closingApp('close', {
      close: async (principal, c) => {
        asked.push([principal, c.req.path])
        return principal.kind === 'user'
      },
    })
    expect((await app.request('/close', { method: 'POST' })).status).toBe(200)
    expect((await call(app, 'tickets_close')).output).toBe('closed')
    expect(hits).toEqual(['close', 'close'])
    expect(asked).toEqual([
      [operator, '/close'],
      [operator, '/close'],
    ])
  })

  test('is refused at once for what is no name of an ability', () => {
    for (const ability of [undefined, null, 5, '', {}, ['close'], Symbol('close')])
      expect(() => authorize(ability as never)).toThrow(/^authorize\(\) takes the name of an ability/)
  })

  test('answers 403 as JSON when the policy says no, and nothing runs', async () => {
    const { app, hits } = closingApp('close', { close: () => false })
    const forbidden = { error: 'forbidden', ability: 'close', message: expect.any(String) }
    const response = await app.request('/close', { method: 'POST' })
    expect([response.status, await response.json()]).toEqual([403, forbidden])
    expect((await call(app, 'tickets_close')).output).toEqual({ error: true, status: 403, body: forbidden })
    expect(hits).toEqual([])
  })

  test('lets in only for true itself', async () => {
    for (const answer of [undefined, null, 0, 1, 'yes', {}]) {
      const { app, hits } = closingApp('close', { close: () => answer as never })
      expect((await app.request('/close', { method: 'POST' })).status).toBe(403)
      expect(hits).toEqual([])
    }
  })

  test('lets nobody in without asking the policy', async () => {
    let asked = 0
    const policies = { close: () => (asked += 1) > 0 }
    const { app, hits } = closingApp('close', policies, null)
    expect((await app.request('/close', { method: 'POST' })).status).toBe(403)
    expect([asked, hits]).toEqual([0, []])
  })

  test('lets nobody in when the policy throws', async () => {
    const { app, hits } = closingApp('close', {
      close: () => {
        throw new Error('no database')
      },
    })
    expect((await app.request('/close', { method: 'POST' })).status).toBe(500)
    expect(hits).toEqual([])
  })

  test('without a policy is reported when the tools are derived, with the nearest name', () => {
    const { app } = closingApp('clsoe', { close: () => true })
    expect(() => app.tools()).toThrow(ToolDerivationError)
    expect(() => app.tools()).toThrow(
      expect.objectContaining({
        problems: [
          {
            route: 'POST /close',
            problem: expect.stringContaining('no policy "clsoe". The nearest is "close"'),
          },
        ],
      }),
    )
  })

  test('without a policy is never allowed, whatever the ability is called', async () => {
    for (const ability of ['other', 'constructor', 'toString', '__proto__', ' ']) {
      const { app, hits } = closingApp(ability, { close: () => true })
      const response = await app.request('/close', { method: 'POST' })
      expect([response.status, await response.json()]).toEqual([500, { threw: 'UnknownNameError' }])
      expect(hits).toEqual([])
    }
  })

  test('on a plain Hono app fails the request, also when another app asks it, and nothing runs', async () => {
    let hits = 0
    const plain = new Hono()
      .get('/', authorize('close'), (c) => c.json((hits += 1)))
      .onError((error, c) => c.json({ threw: error.name, message: error.message }, 500))
    const app = createApp({ authenticate: () => operator, policies: { close: () => true } }).get('/', () =>
      plain.request('/'),
    )
    for (const asked of [app, plain]) {
      const response = await asked.request('/')
      const threw = { threw: 'AppSetupError', message: expect.stringMatching(/^authorize\('close'\) .*extendApp\(/) }
      expect([response.status, await response.json()]).toEqual([500, threw])
    }
    expect(hits).toBe(0)
  })
})
