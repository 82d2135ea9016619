import { expect, test } from 'bun:test'
import { embed, generateText, isStepCount, streamText, tool } from 'ai'
import { z } from 'zod'
import {
  AnswersExhaustedError,
  ImpossibleToolCallError,
  ScriptExhaustedError,
  scriptedEmbeddings,
  scriptedModel,
  ScriptFaultError,
} from '../index.js'
import { rejection } from '../test-models.js'

/** What `assertComplete()` throws. */
function complaint(model: { assertComplete(): void }): unknown {
  try {
    model.assertComplete()
  } catch (error) {
    return error
  }
  return undefined
}

test('a misspelt tool that a stream swallowed is thrown again', async () => {
  const model = scriptedModel([[{ name: 'ad', input: {} }]])
  let ran = 0
  const add = tool({ inputSchema: z.object({}), execute: () => ++ran })
  await streamText({ model, tools: { add }, prompt: 'q', onError() {} }).consumeStream()
  const error = complaint(model)
  expect(error).toBeInstanceOf(ScriptFaultError)
  expect(error).toMatchObject({ code: 'SCRIPT_FAULT', label: 'Model "scripted"' })
  expect((error as ScriptFaultError).cause).toBeInstanceOf(ImpossibleToolCallError)
  expect(ran).toBe(0)
})

test('the first of several calls past the end is the cause, and the others are counted', async () => {
  const model = scriptedModel([])
  for (const prompt of ['a', 'b', 'c']) await generateText({ model, prompt, maxRetries: 0 }).catch(() => undefined)
  const error = complaint(model)
  expect(error).toBeInstanceOf(ScriptFaultError)
  expect((error as ScriptFaultError).cause).toBeInstanceOf(ScriptExhaustedError)
  expect(String(error)).toContain('(and 2 more, in `faults`)')
})

test('a model of another kind tells its faults again', async () => {
  const model = scriptedEmbeddings([])
  await embed({ model, value: 'a', maxRetries: 0 }).catch(() => undefined)
  const error = complaint(model)
  expect(error).toBeInstanceOf(ScriptFaultError)
  expect((error as ScriptFaultError).cause).toBeInstanceOf(AnswersExhaustedError)
})

test('a scripted error is no fault', async () => {
  const model = scriptedModel([{ error: new Error('down') }])
  await generateText({ model, prompt: 'q', maxRetries: 0 }).catch(() => undefined)
  expect(complaint(model)).toBeUndefined()
})

test('an id that was given out is taken: a function step cannot give it to another call', async () => {
  const model = scriptedModel([[{ name: 'now' }], () => [{ name: 'now', id: 'call-1' }]])
  let ran = 0
  const now = tool({ inputSchema: z.object({}), execute: () => ++ran })
  const asked = generateText({ model, tools: { now }, prompt: 'q', stopWhen: isStepCount(3) })
  expect(await rejection(asked)).toMatchObject({ code: 'INVALID_STEP', message: expect.stringContaining('"call-1"') })
  expect(ran).toBe(1)
})

test('of many steps that are left twenty are told', () => {
  const error = complaint(scriptedModel(Array.from({ length: 500 }, () => 'x')))
  expect(error).toMatchObject({ code: 'SCRIPT_UNFINISHED', left: { length: 500 } })
  expect(String(error)).toContain(' and 480 more. Remove them')
})

test('a stream that breaks off inside of an emoji has the text before it', async () => {
  const model = scriptedModel([{ text: 'a😀b', breaksAfter: 2, error: new Error('cut') }])
  let heard = ''
  for await (const part of streamText({ model, prompt: 'q', maxRetries: 0, onError() {} }).fullStream) {
    if (part.type === 'text-delta') heard += part.text
  }
  expect(heard).toBe('a')
})
