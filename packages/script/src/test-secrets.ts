/** What the tests of secrets share: secrets, and the texts that carry them. */
import fc from 'fast-check'

const keys = [
  'authorization',
  'Set-Cookie',
  'password',
  'db_passphrase',
  'client_secret',
  'token',
  'X-Api-Key',
  'credential',
  'sessionId',
]
const inJson = (value: unknown): string => JSON.stringify(value)
const carriers: readonly ((key: string, value: string) => string)[] = [
  (key, value) => `https://h.example/x?${new URLSearchParams({ a: '1', [key]: value, b: '2' }).toString()}`,
  (key, value) => `https://h.example/x?${key}=${encodeURIComponent(value)}&next=1`,
  (key, value) => `https://h.example/cb#state=x&${key}=${encodeURIComponent(value)}`,
  (key, value) => `/go?to=${encodeURIComponent(`/x?${key}=${encodeURIComponent(value)}&y=1`)}`,
  (_, value) => `amqp://ada:${encodeURIComponent(value)}@h.example:5672/main`,
  (key, value) => `Login failed: ${key}=${value}`,
  (key, value) => `msg=${key}=${value}`,
  (key, value) => `level=warn ${key}=${value} took=3ms`,
  (key, value) => `${key}: ${value}7`.slice(0, -1),
  (_, value) => `Authorization: Token ${value}`,
  (_, value) => `authorization=Basic ${value}`,
  (_, value) => `Proxy-Authorization: Own ${value}`,
  (_, value) => `Cookie: theme=dark; sid=${value}`,
  (key, value) => `{"note":"see","${key}":${inJson(value)}}`,
  (key, value) => inJson({ [key]: value }),
  (key, value) => inJson({ log: inJson({ [key]: value }) }),
  (key, value) => inJson({ log: inJson({ log: inJson({ [key]: value }) }) }),
  (key, value) => inJson({ url: `https://h.example/?${key}=${encodeURIComponent(value)}` }),
  (key, value) => `${key} = '${value}'`,
]
const around: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `note:${text}`,
  (text) => `Error: ${text} is invalid`,
  (text) => `(${text}), and more.`,
  (text) => `one=1\n${text}\ntwo: 2`,
  (text) => inJson([`It said ${text}`, 'more']),
]

// What ends a value without quotes is no part of one; a value of letters alone is a word to whom a colon leads.
const letters = 'abcdefghkmnpqrstuvwxyzABCDEFGHK23456789-_.$@&,;+/!~*%'.split('')
const values = fc
  .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 20 })
  .map((list) => `q${list.join('')}7z`)

/** A secret in a text, and the forms in which the text may show it. */
export interface CarriedSecret {
  readonly text: string
  readonly forms: readonly string[]
}

/** Texts that carry a secret under a key of secrets, in every way and among other words. */
export const carriedSecrets: fc.Arbitrary<CarriedSecret> = fc
  .tuple(values, fc.constantFrom(...keys), fc.constantFrom(...carriers), fc.constantFrom(...around))
  .map(([value, key, carry, surround]) => ({
    text: surround(carry(key, value)),
    forms: [value, encodeURIComponent(value), inJson(value).slice(1, -1)],
  }))
