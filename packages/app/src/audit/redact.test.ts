import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isSecretKey, redact } from '../index.js'

const hidden = '[redacted]'

describe('a key is a secret’s', () => {
  const secrets = [
    'password',
    'PASSWORD',
    'old_password',
    'pass-phrase',
    'client.secret',
    'accessToken',
    'api_key',
    'X-API-Key',
    'API key',
    'Authorization',
    'awsCredentials',
    'set-cookie',
    'sessionId',
    'ＰＡＳＳＷＯＲＤ',
    'pass\u{200B}word',
  ]
  for (const key of secrets) test(`when it is ${key}`, () => expect(isSecretKey(key)).toBe(true))

  const others = ['', 'id', 'pass', 'key', 'api', 'author', '__proto__', 'constructor', 'toString']
  for (const key of others) {
    test(`not when it is ${JSON.stringify(key)}`, () => expect(isSecretKey(key)).toBe(false))
  }

  test('when it is one of those named, whole and however it is written', () => {
    expect(['iban', 'IBAN', 'I-BAN', 'ibans', 'my_iban'].map((key) => isSecretKey(key, ['Iban']))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(isSecretKey('password', ['iban'])).toBe(true)
  })
})

describe('redact()', () => {
  test('hides whatever stands under a secret’s key, at any depth, and changes nothing else', () => {
    const value = {
      id: 7,
      password: 'a',
      nested: [{ apiKey: { inner: 'b' }, kept: null }, { tokens: ['c'] }],
      secret: null,
    }
    const before = structuredClone(value)
    expect(redact(value)).toEqual({
      id: 7,
      password: hidden,
      nested: [{ apiKey: hidden, kept: null }, { tokens: hidden }],
      secret: hidden,
    })
    expect(value).toEqual(before)
  })

  test('hides the keys that it is given', () => {
    expect(redact({ iban: 'DE1', owner: { IBAN: 'DE2' }, ibanCount: 2 }, ['iban'])).toEqual({
      iban: hidden,
      owner: { IBAN: hidden },
      ibanCount: 2,
    })
  })

  test('never shows a secret, wherever it stands, and leaves what it is given as it was', () => {
    const secret = 'hush-hush'
    const tree = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.jsonValue(),
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value')),
        fc.constantFrom('myToken', 'PASS_WORD', 'x-api-key').map((key) => ({ [key]: [secret] })),
      ),
    })).value
    fc.assert(
      fc.property(tree, (value) => {
        const before = structuredClone(value)
        expect(JSON.stringify(redact(value)) ?? '').not.toContain(secret)
        expect(value).toEqual(before)
      }),
    )
  })

  test('gives back what has no secrets as it is', () => {
    const key = fc.constantFrom('a', 'b', '__proto__', 'constructor', '')
    const tree = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom(1, 'x', null, true, 0.5),
        fc.array(tie('value')),
        fc.dictionary(key, tie('value')),
      ),
    })).value
    fc.assert(fc.property(tree, (value) => expect(JSON.stringify(redact(value))).toBe(JSON.stringify(value))))
  })

  test('keeps a key __proto__ as a key', () => {
    const copy = redact(JSON.parse('{"__proto__":{"password":"a","b":1}}'))
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"password":"[redacted]","b":1}}')
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  })

  test('survives cycles, and shows a value that stands twice both times', () => {
    const shared = { a: 1 }
    const cycle: Record<string, unknown> = { one: shared, two: shared }
    cycle['self'] = cycle
    cycle['list'] = [cycle]
    expect(redact(cycle)).toEqual({ one: { a: 1 }, two: { a: 1 }, self: '[circular]', list: ['[circular]'] })
  })

  test('survives any depth', () => {
    let deep: unknown = { password: 'hush' }
    for (let level = 0; level < 50_000; level += 1) deep = level % 2 ? [deep] : { deep }
    const text = JSON.stringify(redact(deep))
    expect(text).toContain('[too deep]')
    expect(text).not.toContain('hush')
  })

  test('writes what JSON has no form for', () => {
    class Ticket {
      readonly id = 7
      readonly token = 'hush'
    }
    const value = {
      date: new Date(0),
      never: new Date(Number.NaN),
      big: 12n,
      nan: Number.NaN,
      symbol: Symbol('hush'),
      run: () => 'hush',
      map: new Map([['password', 'hush']]),
      set: new Set(['hush']),
      bytes: new Uint8Array(3),
      ticket: new Ticket(),
      absent: undefined,
      list: [undefined],
    }
    expect(redact(value)).toEqual({
      date: '1970-01-01T00:00:00.000Z',
      never: null,
      big: '12',
      nan: '[NaN]',
      symbol: '[symbol]',
      run: '[function]',
      map: '[Map]',
      set: '[Set]',
      bytes: '[Uint8Array]',
      ticket: { id: 7, token: hidden },
      list: ['[undefined]'],
    })
  })

  test('never fails, and reads no secret', () => {
    let reads = 0
    const hostile = {
      get password() {
        reads += 1
        return 'hush'
      },
    }
    expect(redact(hostile)).toEqual({ password: hidden })
    expect(reads).toBe(0)
    const throwing = {
      get id(): number {
        throw new Error('no')
      },
    }
    const trap = new Proxy({}, { ownKeys: () => [][0] as never })
    expect(redact([throwing, trap, 1])).toEqual(['[unreadable]', '[unreadable]', 1])
    const revoked = Proxy.revocable({}, {})
    revoked.revoke()
    expect(redact([revoked.proxy])).toEqual(['[unreadable]'])
  })
})
