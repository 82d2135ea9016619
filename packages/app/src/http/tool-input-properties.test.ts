import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { z } from 'zod'
import { createApp, routeTool, ToolRequestError, type ToolOutcome } from '../index.js'
import { call } from '../test-call.js'

const json = z.json()

/** An app whose one tool has every kind of input, among routes that count what should never be reached. */
function propertyApp() {
  const seen: unknown[] = []
  const strays: string[] = []
  const contract = {
    description: 'Takes everything.',
    params: z.object({ name: z.string(), number: z.number() }),
    query: z.object({
      text: z.string().optional(),
      amount: z.number().optional(),
      flag: z.boolean().optional(),
      texts: z.array(z.string()).optional(),
      amounts: z.array(z.number()).optional(),
      flags: z.array(z.boolean()).optional(),
    }),
    body: z.object({ data: json, list: z.array(json).optional(), record: z.record(z.string(), json).optional() }),
  }
  const wrapped = { description: 'Takes a list.', body: z.array(json) }
  const app = createApp()
    .post('/all/fixed/1', (c) => c.json(strays.push(c.req.path)))
    .post('/all/:name/:number', routeTool('all', contract), (c) => {
      seen.push({ ...c.req.valid('param'), ...c.req.valid('query'), ...c.req.valid('json') })
      return c.json('ok')
    })
    .post('/wrapped/:id', routeTool('wrapped', wrapped), (c) => {
      seen.push({ id: c.req.param('id'), body: c.req.valid('json') })
      return c.json('ok')
    })
    .all('*', (c) => c.json(strays.push(c.req.path)))
  return { app, seen, strays }
}

/** JSON as it is written and read: no -0, which it has no form for, and no `__proto__` key, which zod leaves out. */
const jsonValue = fc
  .jsonValue({ stringUnit: 'binary' })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown)
  .filter((value) => !JSON.stringify(value).includes('"__proto__"'))
const jsonRecord = fc.dictionary(
  fc.string({ unit: 'binary' }).filter((key) => key !== '__proto__'),
  jsonValue,
)

/** Text that a URL can carry: anything but half a surrogate pair. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('.', '/', '%', '2', 'e', 'F', '?', '#', '&', '=', '+', ',', ' ', '\\', ';', 'é') }),
)
const segment = text.filter((value) => value !== '' && value !== '.' && value !== '..')
const amount = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((value) => (value === 0 ? 0 : value))
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined })

const fittingInput = fc
  .record({
    name: segment,
    number: amount,
    text: maybe(text),
    amount: maybe(amount),
    flag: maybe(fc.boolean()),
    texts: maybe(fc.array(text)),
    amounts: maybe(fc.array(amount)),
    flags: maybe(fc.array(fc.boolean())),
    data: jsonValue,
    list: maybe(fc.array(jsonValue)),
    record: maybe(jsonRecord),
  })
  .map((input) => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)))

describe('an input that fits its contract', () => {
  test('arrives in the handler as the value that was sent', async () => {
    const { app, seen, strays } = propertyApp()
    await fc.assert(
      fc.asyncProperty(fittingInput, async (input) => {
        const outcome = await call(app, 'all', { input })
        expect(outcome.output).toBe('ok')
        expect(seen.pop()).toStrictEqual(input)
        expect(strays).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('arrives whole under the key body when the body is no object', async () => {
    const { app, seen } = propertyApp()
    await fc.assert(
      fc.asyncProperty(segment, fc.array(jsonValue), async (id, body) => {
        await call(app, 'wrapped', { input: { id, body } })
        expect(seen.pop()).toStrictEqual({ id, body })
      }),
    )
  })
})

/** An outcome, or the one error that means that nothing was sent. */
async function outcomeOf(app: object, name: string, input: unknown): Promise<ToolOutcome | undefined> {
  try {
    return await call(app, name, { input })
  } catch (error) {
    if (error instanceof ToolRequestError) return undefined
    throw error
  }
}

describe('no input of any shape', () => {
  const fields = [
    'name',
    'number',
    'text',
    'texts',
    'amounts',
    'flag',
    'data',
    'list',
    'id',
    'body',
    '__proto__',
    'constructor',
  ]
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSparseArray: true,
  })
  const hostile = fc.oneof(
    anything,
    fc.dictionary(
      fc.constantFrom(...fields),
      fc.oneof(anything, text, amount, fc.constantFrom('', '.', '..', 'fixed', 1, '1')),
    ),
    fc.record({ name: fc.constantFrom('fixed', 'other'), number: fc.constantFrom(1, '1', 2), data: jsonValue }),
  )

  test('does anything but give an outcome or a ToolRequestError, or reaches another route', async () => {
    const { app, seen, strays } = propertyApp()
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('all', 'wrapped'), hostile, async (name, input) => {
        const before = seen.length
        const outcome = await outcomeOf(app, name, input)
        expect(strays).toEqual([])
        expect(seen.length - before).toBe(outcome?.output === 'ok' ? 1 : 0)
        if (outcome !== undefined && outcome.output !== 'ok')
          expect(outcome.output).toMatchObject({ error: true, status: 400 })
      }),
      { numRuns: 1000 },
    )
  })

  test('changes the prototype of anything', async () => {
    const { app } = propertyApp()
    const input: unknown = JSON.parse(
      '{"id":"x","body":[{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}]}',
    )
    await outcomeOf(app, 'wrapped', input)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})
