/** A file of tests that uses the real binding: its one model is a double that counts. */
import { expect, test } from 'bun:test'
import { generateText } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { app, Talker } from './desk.js'

test('meets its own model, and no global that a fake put there', async () => {
  await expect(app.make('ai').agent(Talker).as(null).prompt('hello')).rejects.toThrow('A real model was made.')
  const model = new MockLanguageModelV4({
    provider: 'acme',
    doGenerate: async () => Promise.reject(new Error('It was asked.')),
  })
  await expect(generateText({ model, prompt: 'hello' })).rejects.toThrow('It was asked.')
  expect(Object.hasOwn(globalThis, 'AI_SDK_DEFAULT_PROVIDER')).toBe(false)
})
