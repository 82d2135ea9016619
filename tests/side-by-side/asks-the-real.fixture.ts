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
  // The accessor that a guard leaves behind reads as the absent global did, and stays out of sight.
  expect(globalThis.AI_SDK_DEFAULT_PROVIDER).toBeUndefined()
  expect(Object.keys(globalThis).filter((name) => name.startsWith('AI_SDK'))).toEqual([])
})
