import { describe, expect, test } from 'bun:test'
import {
  authorize,
  copyPrincipal,
  createApp,
  dispatch,
  inProcess,
  memoryApprovals,
  routeTool,
  type AuditRecord,
  type Principal,
} from './index.js'
import { call } from './test-call.js'

const root: Principal = { kind: 'user', id: 'root', abilities: ['tools:*'] }

/** Turns whoever it is given into somebody else, as a handler that ignores the types can. */
function usurp(principal: Principal | null): void {
  const mine = principal as unknown as { kind: string; id: string; abilities?: string[] }
  mine.abilities?.push('tools:*')
  Object.assign(mine, { kind: 'service', id: 'root', label: 'Ann' })
}

/** An app whose handler, policy and rule all write to the principal that they are given. */
function usurpingApp(authenticated: Principal | null = null) {
  const records: AuditRecord[] = []
  const met: unknown[] = []
  const store = memoryApprovals()
  const app = createApp({
    authenticate: () => authenticated,
    audit: (record) => records.push(record),
    approvals: { store },
    policies: { admin: ({ id }) => id === 'root' },
  })
    .get('/me', routeTool('me', { description: 'X.' }), (c) => {
      met.push(structuredClone(c.var.principal))
      usurp(c.var.principal)
      return c.json(c.var.principal)
    })
    .delete('/all', authorize('admin'), routeTool('wipe', { description: 'X.' }), (c) => c.json('wiped'))
    .post(
      '/ask',
      routeTool('ask', {
        description: 'X.',
        approval: (_values, principal) => {
          usurp(principal)
          return true
        },
      }),
      (c) => c.json('ran'),
    )
  return { app, records, met, store }
}

const ann = (): Principal => ({ kind: 'user', id: 'ann', abilities: ['tool:me', 'tool:wipe', 'tool:ask'] })

describe('what a handler writes to its principal', () => {
  test('reaches neither whoever made the call, nor a later one, nor a record', async () => {
    const { app, records, met } = usurpingApp()
    const principal = ann()
    expect((await call(app, 'me', { principal })).output).toMatchObject({ id: 'root', label: 'Ann' })
    expect(principal).toEqual(ann())
    expect((await call(app, 'wipe', { principal })).output).toMatchObject({ error: true, status: 403 })
    await call(app, 'me', { principal })
    expect(met).toEqual([ann(), ann()])
    expect(records.map((record) => record.principal?.id)).toEqual(['ann', 'ann', 'ann'])
  })

  test('reaches no later request of somebody whom authenticate knows', async () => {
    const known = ann()
    const { app, met } = usurpingApp(known)
    for (let times = 0; times < 2; times += 1) await app.request('/me')
    expect(met).toEqual([ann(), ann()])
    expect(known).toEqual(ann())
    expect((await app.request('/all', { method: 'DELETE' })).status).toBe(403)
  })

  test('reaches no request that a test makes as somebody', async () => {
    const { app, met } = usurpingApp()
    const principal = ann()
    for (let times = 0; times < 2; times += 1)
      await dispatch(inProcess(app), new Request('http://localhost/me'), { principal })
    expect(met).toEqual([ann(), ann()])
    expect(principal).toEqual(ann())
  })

  test('changes nobody in whose name a human is asked, also where a rule does it', async () => {
    const { app } = usurpingApp()
    const principal = ann()
    await call(app, 'ask', { principal })
    expect((await app.approvals.list()).map((request) => request.principal)).toEqual([{ kind: 'user', id: 'ann' }])
    expect(principal).toEqual(ann())
  })
})

test('who a call acts for is who it was when the call was made, whatever is written while its gates are asked', async () => {
  const { app, met, records } = usurpingApp()
  const principal = ann()
  const budget = {
    limit: 60,
    async take() {
      usurp(principal)
      return true
    },
  }
  expect((await call(app, 'me', { principal, budget })).status).toBe(200)
  expect(met).toEqual([ann()])
  expect(records).toMatchObject([{ principal: { kind: 'user', id: 'ann' } }])
  expect((await call(app, 'wipe', { principal: ann() })).output).toMatchObject({ error: true, status: 403 })
})

describe('copyPrincipal()', () => {
  test('has the same somebody in it, with a list of abilities of its own', () => {
    const principals: (Principal | null)[] = [root, ann(), { kind: 'service', id: 7 }, null]
    for (const principal of principals) {
      const copy = copyPrincipal(principal)
      expect(copy).toEqual(principal)
      if (principal !== null) expect(copy).not.toBe(principal)
      if (principal?.abilities) expect(copy?.abilities).not.toBe(principal.abilities)
    }
  })

  test('keeps what an app has beside, and reads what stands behind getters', () => {
    const email = { address: 'ada@example.com' }
    expect(copyPrincipal({ kind: 'user', id: 'ada', email })).toEqual({ kind: 'user', id: 'ada', email } as Principal)
    class Account {
      get kind(): string {
        return 'user'
      }
      get id(): string {
        return 'ada'
      }
    }
    expect(copyPrincipal(new Account())).toEqual({ kind: 'user', id: 'ada' })
  })

  test('refuses what is nobody', () => {
    for (const value of [undefined, 'ann', {}, { kind: 'user', id: '' }])
      expect(() => copyPrincipal(value)).toThrow(expect.objectContaining({ code: 'PRINCIPAL' }))
  })
})
