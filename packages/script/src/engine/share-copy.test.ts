import { expect, test } from 'bun:test'
import { shareCopy } from './share-copy.js'

test.each([
  ['bytes', new Uint8Array([1, 2, 3])],
  ['a Buffer', Buffer.from([1, 2, 3])],
])('%s are copied: a later change of the original does not reach the copy', (_, bytes) => {
  const copy = shareCopy({ bytes })
  bytes[0] = 9
  expect([...copy.bytes]).toEqual([1, 2, 3])
})

test('what equals an earlier copy is that copy', () => {
  const first = shareCopy({ a: { b: [1, new Uint8Array([1])] }, c: 'x' })
  const second = shareCopy({ a: { b: [1, new Uint8Array([1])] }, c: 'y' }, first)
  expect(second.a).toBe(first.a)
  expect(second).not.toBe(first)
})
