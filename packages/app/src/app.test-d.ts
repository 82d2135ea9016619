/** The types of an app: what a handler sees, what survives Hono's chain, what does not compile. */
import { Hono } from 'hono'
import { hc } from 'hono/client'
import { z } from 'zod'
import {
  authorize,
  createApp,
  extendApp,
  memoryApprovals,
  requirePrincipal,
  routeTool,
  type ApprovalRequest,
  type BodyInput,
  type ContractSchema,
  type InputOf,
  type OutputOf,
  type Principal,
} from './index.js'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function expectType<Expected>(_: Expected): void {}
function same<A, B>(_: Equal<A, B>): void {}

const ticketsIndex = routeTool('tickets_index', {
  description: 'List tickets.',
  query: z.object({ status: z.enum(['open', 'closed']).optional(), limit: z.coerce.number().default(10) }),
  output: z.object({ tickets: z.array(z.object({ id: z.number() })) }),
})
const ticketsUpdate = routeTool('tickets_update', {
  description: 'Change a ticket.',
  params: z.object({ id: z.coerce.number<number>().int() }),
  body: z.object({ title: z.string(), due: z.string().transform((text) => new Date(text)) }),
  approval: (values, principal) => {
    same<typeof values, { id: number; title: string; due: Date }>(true)
    same<typeof principal, Principal | null>(true)
    return true
  },
})
routeTool('tickets_search', {
  description: 'Search.',
  query: z.object({ limit: z.coerce.number().default(10) }),
  body: z.array(z.string().transform(Number)),
  approval: (values) => {
    same<typeof values, { limit: number; body: number[] }>(true)
    return true
  },
})
routeTool('tickets_send', {
  description: 'Send.',
  body: z.object({ to: z.string() }).transform(({ to }) => to.split(',')),
  approval: (values) => {
    same<typeof values, { body: string[] }>(true)
    return true
  },
})
routeTool('tickets_maybe', {
  description: 'Send, perhaps.',
  body: z.object({ to: z.string() }).transform(({ to }) => (to === '' ? null : { to })),
  approval: (values) => {
    same<typeof values, { to: string } | { body: null }>(true)
    return true
  },
})
routeTool('tickets_prepared', {
  description: 'Prepare.',
  params: z.object({ id: z.number() }),
  body: z.preprocess((given) => given, z.object({ to: z.string() })),
  approval: (values) => {
    expectType<number>(values.id)
    same<(typeof values)['to'], unknown>(true)
    return true
  },
})
// @ts-expect-error the gate does not wait for a rule
routeTool('tickets_wait', { description: 'Wait.', approval: async () => false })
const tagsReplace = routeTool('tags_replace', { description: 'Replace tags.', body: z.array(z.string()) })

same<(typeof ticketsIndex)['toolName'], 'tickets_index'>(true)
same<OutputOf<typeof ticketsIndex>, { tickets: { id: number }[] }>(true)
same<InputOf<typeof ticketsUpdate>, { id: number; title: string; due: string }>(true)
same<InputOf<typeof tagsReplace>, { body: string[] }>(true)

const ai = { embed: (text: string): number => text.length }
const app = createApp({ bindings: { ai }, policies: { close: (principal) => principal.kind === 'user' } })
  .get('/tickets', requirePrincipal(), ticketsIndex, (c) => {
    same<typeof c.var.principal, Principal>(true)
    const query = c.req.valid('query')
    expectType<'open' | 'closed' | undefined>(query.status)
    expectType<number>(query.limit)
    expectType<number>(c.var.ai.embed('x'))
    // @ts-expect-error the contract has no body
    c.req.valid('json')
    // @ts-expect-error the query has no such key
    void query.nothing
    return c.json({ tickets: [{ id: 1 }] })
  })
  .patch('/tickets/:id', requirePrincipal(), authorize('close'), ticketsUpdate, (c) => {
    expectType<number>(c.req.valid('param').id)
    expectType<Date>(c.req.valid('json').due)
    expectType<string>(c.req.valid('json').title)
    return c.json({ ok: true })
  })
  .get('/whoami', (c) => {
    same<typeof c.var.principal, Principal | null>(true)
    return c.json({ id: c.var.principal?.id ?? null })
  })

// The members survive the chain, by their bindings.
expectType<number>(app.make('ai').embed('x'))
expectType<Disposable>(app.fake('ai', { embed: () => 1 }))
expectType<string>(app.tools()[0]!.name)
expectType<Promise<readonly ApprovalRequest[]>>(app.approvals.list({ status: 'pending', principal: null }))
expectType<Promise<ApprovalRequest>>(app.approvals.reject('id', { by: { kind: 'user', id: 1 }, reason: 'No.' }))
// @ts-expect-error an approval is somebody's
void app.approvals.approve('id', {})
// @ts-expect-error nobody approves
void app.approvals.approve('id', { by: null })
// @ts-expect-error a plain Hono app has no approvals
void new Hono().approvals.list()
createApp({ audit: (record) => expectType<'ok' | 'error' | 'denied'>(record.outcome), now: () => 0 })
createApp({ approvals: { store: memoryApprovals(), notify: ({ id }) => expectType<string>(id) } })
// @ts-expect-error approvals have a store
createApp({ approvals: { expiresInMs: 1000 } })
// @ts-expect-error no such binding
app.make('mailer')
// @ts-expect-error not the binding's type
app.fake('ai', { embed: () => 'one' })
// @ts-expect-error a plain Hono app has no bindings
new Hono().make('ai')

// Hono's RPC client sees the routes.
const client = hc<typeof app>('http://localhost')
export async function rpc(): Promise<{ id: number }[]> {
  const response = await client.tickets.$get({ query: { status: 'open', limit: '3' } })
  return (await response.json()).tickets
}

// An existing app keeps its own environment.
const existing = new Hono<{ Variables: { requestId: string } }>()
const extended = extendApp(existing, { bindings: { ai } }).get('/x', (c) =>
  c.text(`${c.var.requestId} ${c.var.ai.embed('x')}`),
)
expectType<number>(extended.make('ai').embed('x'))
createApp().get('/', (c) => c.text(String(c.var.principal?.id)))

// A body that is no object with declared keys goes under one key.
const union = routeTool('u', {
  description: 'd',
  body: z.union([z.object({ a: z.string() }), z.object({ b: z.number() })]),
})
same<InputOf<typeof union>, { body: { a: string } | { b: number } }>(true)
const record = routeTool('r', { description: 'd', body: z.record(z.string(), z.number()) })
same<InputOf<typeof record>, { body: Record<string, number> }>(true)
const loose = routeTool('l', { description: 'd', body: z.looseObject({ a: z.string() }) })
expectType<string>({} as InputOf<typeof loose>['a'])

function bodyInput<const Body extends ContractSchema>(_body: Body): BodyInput<Body> {
  return {} as BodyInput<Body>
}
const oneKey = z.object({ a: z.string() })
const optional = bodyInput(oneKey.optional())
same<typeof optional, { a: string }>(true)
const defaulted = bodyInput(oneKey.default({ a: 'x' }))
same<typeof defaulted, { a: string }>(true)
const nullable = bodyInput(oneKey.nullable())
same<typeof nullable, { body: { a: string } | null }>(true)
const looseEmpty = bodyInput(z.looseObject({}))
same<typeof looseEmpty, { body: { [key: string]: unknown } }>(true)
const empty = bodyInput(z.object({}))
same<keyof typeof empty, 'body'>(true)
const named = bodyInput(z.record(z.enum(['a', 'b']), z.number()))
same<typeof named, Record<'a' | 'b', number>>(true)
const partial = bodyInput(z.partialRecord(z.enum(['a', 'b']), z.number()))
same<typeof partial, Partial<Record<'a' | 'b', number>>>(true)
const patterned = bodyInput(z.record(z.templateLiteral(['x-', z.string()]), z.number()))
same<keyof typeof patterned, 'body'>(true)
const single = bodyInput(z.union([oneKey]))
same<typeof single, { a: string }>(true)
const anything = bodyInput(z.unknown())
same<typeof anything, { body: unknown }>(true)

// A binding is of its type, not of its one value: a fake may have another.
expectType<Disposable>(createApp({ bindings: { origin: 'https://example.com' } }).fake('origin', 'http://localhost'))
