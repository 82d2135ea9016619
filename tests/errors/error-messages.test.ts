/** Every public error occurs through the public API, and says what error-messages.md has of it. */
import { expect, test } from 'bun:test'
import { codeOf, collectErrors, messagesPath, renderMessages } from './error-messages'

const collected = await collectErrors()
const everyError = collected.flatMap(({ occurred }) => occurred.map(({ error }) => error))

test('every exported error class occurs where it is from, and every error that occurs is exported by its entry', () => {
  for (const { exported, own, occurred } of collected) {
    const names = occurred.map(({ error }) => error.constructor.name)
    expect(own.filter((name) => !names.includes(name))).toEqual([])
    expect(names.filter((name) => !exported.includes(name))).toEqual([])
  }
})

test('the name of an error is its class’s, and its code follows from it', () => {
  for (const error of everyError) {
    const words = error.constructor.name.replace(/Error$/, '').match(/[A-Z][a-z]*/g) ?? []
    expect(error.name).toBe(error.constructor.name)
    expect(codeOf(error)).toBe(words.join('_').toUpperCase())
  }
})

test('no message shows what is not for people', () => {
  for (const { message } of everyError) {
    expect(message).not.toMatch(/\[object |(?!\n)\p{Cc}|\/(home|work|tmp|Users)\//u)
  }
})

test('error-messages.md has what they say; `bun tests/errors/error-messages.ts` writes it anew', async () => {
  expect(renderMessages(collected)).toBe(await Bun.file(messagesPath).text())
})
