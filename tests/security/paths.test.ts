// A path value reaches its own route exactly as it was given, or nothing at all: no spelling of it is another address.

import { describe, expect, test } from 'bun:test'
import { createApp, routeTool, ToolRequestError } from '@understudy/app'
import fc from 'fast-check'
import { z } from 'zod'
import { call, createDesk, rejection } from './desk.js'

/** Spellings by which a careless encoder is led to another path. */
const TRICKS = [
  'x/y',
  '../admin',
  '..\\admin',
  '..;/admin',
  '1;id=2',
  '1;jsessionid=x',
  'a?b=c',
  'a#b',
  '50%',
  '%2e',
  '%2e%2e',
  '%2E%2e%2F',
  '%252e%252e%252fadmin',
  '%00',
  '1\0',
  '\0',
  ' ',
  '1\r\nHost: evil',
  '\t..',
  '.. ',
  '...',
  '．．',
  '․․',
  '／admin',
  '⁄admin',
  '%c0%ae%c0%ae',
  '%',
  '%zz',
  '+',
  '*',
  ':id',
  ':id{.+}',
  '//evil.example',
  'http://evil.example/',
  '@evil.example',
  'é',
  'e\u0301',
  'ﬁ',
  'İ',
  '\u202eexport',
  'export ',
  'Export',
  'exporｔ',
  'constructor',
  '__proto__',
  '\u{1f600}',
  'x'.repeat(100_000),
]

describe('an id', () => {
  test.each(TRICKS.map((id) => ({ id, name: JSON.stringify(id).slice(0, 40) })))(
    '$name arrives as it is, and no other route hears of it',
    async ({ id }) => {
      const { app, ran } = createDesk()
      expect((await call(app, 'tickets_show', { input: { id } })).output).toBe(id)
      expect(ran).toEqual(['tickets_show'])
    },
  )

  const refused = [
    '',
    '.',
    '..',
    '\ud800',
    'a\udc00b',
    'export',
    {},
    [],
    ['1'],
    [[]],
    null,
    undefined,
    { toString: () => '1' },
  ]
  test.each(refused.map((id) => ({ id })))('%j is refused, and nothing runs', async ({ id }) => {
    const { app, ran, records } = createDesk()
    const error = await rejection(call(app, 'tickets_show', { input: { id } }))
    expect(error).toBeInstanceOf(ToolRequestError)
    expect(error).toMatchObject({ tool: 'tickets_show', key: 'id' })
    expect(ran).toEqual([])
    expect(records).toMatchObject([{ tool: 'tickets_show', outcome: 'error', reason: 'TOOL_REQUEST' }])
  })

  test('of any characters reaches its own route alone, exactly, or nothing', async () => {
    const piece = fc.constantFrom(
      '.',
      '/',
      '\\',
      '%',
      '%2e',
      '%2f',
      '%25',
      ';',
      '?',
      '#',
      '\0',
      ' ',
      ':',
      '*',
      '{',
      '}',
    )
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
    )
    const { app, ran } = createDesk()
    await fc.assert(
      fc.asyncProperty(hostile, async (id) => {
        ran.length = 0
        try {
          const { output } = await call(app, 'tickets_show', { input: { id } })
          expect(output).toBe(id)
          expect(ran).toEqual(['tickets_show'])
        } catch (error) {
          expect(error).toBeInstanceOf(ToolRequestError)
          expect(ran).toEqual([])
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('where one param may hold slashes, or stands beside others', () => {
  test('each value stays within its own', async () => {
    const seen: unknown[] = []
    const params = z.object({ owner: z.string(), path: z.string() })
    const filesShow = routeTool('files_show', { description: 'Show a file.', params })
    const app = createApp()
      .get('/files/:owner/secret', (c) => {
        seen.push('secret')
        return c.json('secret')
      })
      .get('/files/:owner/:path{.+}', filesShow, (c) => {
        seen.push(c.req.valid('param'))
        return c.json(c.req.valid('param'))
      })
    const inputs = [
      { owner: 'ada/../boss', path: 'a/b' },
      { owner: 'ada%2F..%2Fboss', path: '%2e%2e/x' },
      { owner: '*', path: '../secret' },
      { owner: 'secret', path: 'x/secret' },
    ]
    for (const input of inputs) expect((await call(app, 'files_show', { input })).output).toEqual(input)
    expect(seen).toEqual(inputs)
    const error = await rejection(call(app, 'files_show', { input: { owner: 'ada', path: 'secret' } }))
    expect(error).toMatchObject({ code: 'TOOL_REQUEST', tool: 'files_show' })
    expect(seen).toEqual(inputs)
  })
})

describe('a query', () => {
  test.each(['a&status=b', 'a=b', 'a#b', '%26', '+', ' ', '\0', '\r\n', 'é', '?x', 'x'.repeat(100_000)])(
    'holds %j as one value under its own key',
    async (status) => {
      const { app, ran } = createDesk()
      expect((await call(app, 'tickets_index', { input: { status } })).output).toEqual({ status })
      expect(ran).toEqual(['tickets_index'])
    },
  )

  test.each(['status&admin', 'status[]', 'Status', 'status ', 'constructor', 'toString', '__proto__'])(
    'takes no key that was not declared: %j',
    async (key) => {
      const { app, ran } = createDesk()
      const error = await rejection(call(app, 'tickets_index', { input: Object.fromEntries([[key, 'x']]) }))
      expect(error).toBeInstanceOf(ToolRequestError)
      expect(error).toMatchObject({ key })
      expect(ran).toEqual([])
    },
  )
})
