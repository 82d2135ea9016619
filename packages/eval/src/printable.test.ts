import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { printable } from './printable.js'

test('text of a model cannot move a cursor, ring a bell, recolour a terminal or turn its words round', () => {
  expect(printable('a\u001B[31mb\u001B[0m\u0007\u009B2Jc\r\u202Ed\n\te\u001B]0;title\u0007f')).toBe('abcd\n\tef')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(text)).not.toMatch(/(?![\n\t])[\p{Cc}\u202E]/u)
    }),
  )
})
