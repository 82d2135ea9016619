import { describe, expect, test } from 'bun:test'
import { apiError, forever, type InvalidToolCall } from '@understudy/script'
import { APICallError } from 'ai'
import fc from 'fast-check'
import { type ModelScript, toReply } from './model-script.js'
import { printScript } from './print-script.js'
import type { Offer } from './scout-offer.js'
import { scriptsFor } from './ways.js'

const offer: Offer = {
  tools: [
    {
      name: 'notes_show',
      schema: { type: 'object', properties: { id: { type: 'string' }, n: { type: 'integer' } }, required: ['id'] },
    },
  ],
  others: [{ name: 'notes_purge', schema: { type: 'object' } }],
  output: undefined,
  modes: ['prompt'],
}

/** What the printed code hands to `ai.respond`. */
function run(code: string): unknown {
  let given: unknown
  const ai = { respond: (_: unknown, replies: unknown) => void (given = replies) }
  // oxlint-disable-next-line typescript/no-implied-eval -- what is printed is code, and it has to run
  new Function('ai', 'Clerk', 'apiError', 'forever', code)(ai, 'Clerk', apiError, forever)
  return given
}

/** A reply without what two errors of the same kind differ in. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, item: unknown) =>
      APICallError.isInstance(item) ? { status: item.statusCode, message: item.message } : item,
    ),
  )
}

function onlyCall(input: unknown, name: string = 'a'): ModelScript {
  const call: InvalidToolCall = { name, input, invalid: true }
  return { ways: [], steps: [{ toolCalls: [call] }], ending: { last: '' } }
}

describe('a printed script', () => {
  test('is code that makes the same reply, whatever the script', () => {
    const finite = scriptsFor(offer).filter(({ ending }) => 'last' in ending)
    fc.assert(
      fc.property(finite, (script) => {
        const given = run(printScript(script, { className: 'Clerk' }))
        expect(plain(given)).toEqual(plain([toReply(script, 1)]))
      }),
    )
  })

  test('is the same for any text and any JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.jsonValue(), (name, input) => {
        const script = onlyCall(input, name)
        expect(plain(run(printScript(script, { className: 'Clerk' })))).toEqual(plain([toReply(script, 1)]))
      }),
    )
  })

  test('keeps a key that would set a prototype, and holds no control characters', () => {
    const script = onlyCall(JSON.parse('{"__proto__":{"admin":true},"a b":"\\u009b\\u001b[31m"}'))
    const code = printScript(script, { className: 'Clerk' })
    expect(code).toContain("['__proto__']: { admin: true }")
    expect(code).not.toMatch(/(?!\n)\p{Cc}/u)
    expect(plain(run(code))).toEqual(plain([toReply(script, 1)]))
  })

  test('tells what repeats itself by how often', () => {
    expect(printScript(onlyCall({ id: 'x'.repeat(100_000) }), { className: 'Clerk' })).toContain(
      "id: 'x'.repeat(100000)",
    )
  })

  test('never ends where the model does not, or fails after so many steps', () => {
    const endless = [{ name: 'notes_show', input: {}, invalid: true as const }]
    const script: ModelScript = { ways: [], steps: [], ending: { endless } }
    expect(plain(run(printScript(script, { className: 'Clerk' })))).toEqual(plain([forever(endless)]))
    expect(printScript(script, { className: 'Clerk', endsAfter: 5 })).toBe(
      [
        'let asked = 0',
        'ai.respond(Clerk, [',
        '  forever(() => {',
        "    if (++asked > 5) throw new Error('The loop does not end.')",
        "    return [{ name: 'notes_show', input: {}, invalid: true }]",
        '  }),',
        '])',
      ].join('\n'),
    )
  })
})
