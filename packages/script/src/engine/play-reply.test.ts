import { describe, expect, test } from 'bun:test'
import { generateText, isStepCount, tool } from 'ai'
import { z } from 'zod'
import {
  forever,
  ImpossibleOutputError,
  ImpossibleToolCallError,
  InvalidStepError,
  type ModelCall,
  parseReply,
  playReply,
  ScriptExhaustedError,
} from '../index.js'
import { rejection } from '../test-models.js'

const show = tool({ inputSchema: z.object({ id: z.string() }), execute: ({ id }) => id })
const label = 'Agent "support-triager"'

describe('a reply played for a prompt', () => {
  test('tells each call as it happens, and where it is', async () => {
    const calls: ModelCall[] = []
    const reply = parseReply({
      toolCalls: [{ name: 'show', input: { id: '1' } }],
      then: (request: ModelCall) => `Done after ${request.messages.length}.`,
    })
    const model = playReply(reply, { label, onCall: (call) => calls.push(call) })
    expect(model.position).toMatchObject({ taken: 0, total: 2, remaining: 2, endless: false, lastTaken: undefined })
    const { text } = await generateText({ model, tools: { show }, prompt: 'a', stopWhen: isStepCount(2) })
    expect(text).toBe('Done after 3.')
    expect(calls).toEqual([...model.calls])
    expect(model.position).toMatchObject({
      taken: 2,
      remaining: 0,
      lastTaken: { kind: 'text', description: 'text "Done after 3."' },
    })
    expect(model.position.steps.map(({ description }) => description)).toEqual(['call show', 'function'])
  })

  test('can be played again by another model', async () => {
    const reply = parseReply('Same.')
    for (const model of [playReply(reply), playReply(reply)])
      expect((await generateText({ model, prompt: 'a' })).text).toBe('Same.')
  })

  test('shares its calls with those of an earlier model', async () => {
    const reply = parseReply('Same.')
    const first = playReply(reply)
    await generateText({ model: first, tools: { show }, prompt: 'a' })
    const second = playReply(reply, { shareWith: first.calls[0]! })
    await generateText({ model: second, tools: { show }, prompt: 'b' })
    expect(second.calls[0]?.tools).toBe(first.calls[0]!.tools)
    expect(second.calls[0]?.messages).not.toEqual(first.calls[0]!.messages)
  })

  test('past its end names the agent, its steps and where they were scripted', async () => {
    const faults: unknown[] = []
    const reply = parseReply({
      toolCalls: [{ name: 'show', input: { id: '1' } }],
      then: [{ name: 'show', input: { id: '2' } }],
    })
    const model = playReply(reply, {
      label,
      scriptedAt: () => 'triage.test.ts:14',
      onFault: (error) => faults.push(error),
    })
    const error = await rejection(generateText({ model, tools: { show }, prompt: 'a', stopWhen: isStepCount(5) }))
    expect(error).toMatchObject({ label, scope: 'reply', stepCount: 2, askedFor: 3, scriptedAt: 'triage.test.ts:14' })
    expect(String(error)).toContain(
      'Agent "support-triager" asked its model for step 3, but its reply has 2 steps (call show, call show; scripted at triage.test.ts:14).',
    )
    expect(String(error)).toContain(
      "End it with an answer: `then: 'Done.'`. If the loop is to stop before, bound it: `stopWhen: isStepCount(2)`.",
    )
    expect(faults).toEqual([expect.any(ScriptExhaustedError)])
  })

  test('that is none fails every call, with the error of the caller', async () => {
    const model = playReply(undefined, {
      label,
      exhausted: ({ label: who, askedFor }) => new RangeError(`${who}: nothing for ${askedFor}`),
    })
    expect(String(await rejection(generateText({ model, prompt: 'a' })))).toContain(
      'Agent "support-triager": nothing for 1',
    )
    expect(model.position).toMatchObject({ taken: 0, total: 0, remaining: 0 })
    expect(String(await rejection(generateText({ model: playReply(undefined), prompt: 'a' })))).toContain(
      'nothing is scripted',
    )
  })

  test.each([
    ['a tool call no model could make', [{ name: 'shw', input: {} }], ImpossibleToolCallError],
    ['an output that was not asked for', { output: 1 }, ImpossibleOutputError],
    ['a function that returns no step', () => null, InvalidStepError],
    ['a function that returns an unknown key', () => ({ txt: 'a' }), InvalidStepError],
    ['a function that returns a function', () => () => 'a', InvalidStepError],
    [
      'a function that goes on',
      () => ({ toolCalls: [{ name: 'show', input: { id: '1' } }], then: 'b' }),
      InvalidStepError,
    ],
    ['a function that never ends', () => forever('a'), InvalidStepError],
  ])('tells of %s, once and by its label', async (_, value, errorClass) => {
    const faults: unknown[] = []
    const model = playReply(parseReply(value), { label, onFault: (error) => faults.push(error) })
    const error = await rejection(generateText({ model, tools: { show }, prompt: 'a' }))
    expect(error).toBeInstanceOf(errorClass)
    expect(error).toHaveProperty('message', expect.stringContaining(label))
    expect(faults).toEqual([error])
  })

  test('tells of a function that throws, with what it threw', async () => {
    const faults: unknown[] = []
    const failed = new Error('expected 1 to be 2')
    const reply = parseReply(() => {
      throw failed
    })
    const model = playReply(reply, { onFault: (error) => faults.push(error) })
    expect(await rejection(generateText({ model, prompt: 'a' }))).toBe(failed)
    expect(faults).toEqual([failed])
  })

  test('tells of no fault where a failure is scripted', async () => {
    const faults: unknown[] = []
    const model = playReply(parseReply({ error: new Error('scripted') }), { onFault: (error) => faults.push(error) })
    expect(String(await rejection(generateText({ model, prompt: 'a' })))).toContain('scripted')
    expect(faults).toEqual([])
  })

  test('that never ends is endless and has nothing remaining', async () => {
    const model = playReply(parseReply({ error: new Error('first'), then: forever('again') }))
    expect(model.position).toMatchObject({ total: 2, remaining: 1, endless: true })
    await generateText({ model, prompt: 'a' }).catch(() => undefined)
    for (const prompt of ['a', 'b', 'c']) expect((await generateText({ model, prompt })).text).toBe('again')
    expect(model.position).toMatchObject({ taken: 4, remaining: 0 })
  })

  test('refuses a tool call id that a function uses twice', async () => {
    const model = playReply(parseReply(forever(() => [{ name: 'show', input: { id: '1' }, id: 'same' }])))
    expect(
      String(await rejection(generateText({ model, tools: { show }, prompt: 'a', stopWhen: isStepCount(3) }))),
    ).toContain('"same", which is taken')
  })

  test('gives steps in the order of the calls, however they overlap', async () => {
    const gate = Promise.withResolvers<string>()
    const reply = parseReply({ error: new Error('unused'), then: 'unused' })
    expect(reply.steps).toHaveLength(2)
    const model = playReply(
      parseReply(forever(async (request: ModelCall) => (request.messages.length === 1 ? gate.promise : 'fast'))),
    )
    const slow = generateText({ model, prompt: 'slow' })
    const fast = generateText({
      model,
      messages: [
        { role: 'user', content: 'a' },
        { role: 'user', content: [{ type: 'text', text: 'b' }] },
      ],
    })
    gate.resolve('slow')
    expect((await slow).text).toBe('slow')
    expect(['fast', 'slow']).toContain((await fast).text)
  })
})
