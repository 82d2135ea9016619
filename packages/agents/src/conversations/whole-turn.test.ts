import { expect, test } from 'bun:test'
import type { AssistantModelMessage, ToolModelMessage, UserModelMessage } from 'ai'
import { wholeTurn } from './whole-turn.js'

const user: UserModelMessage = { role: 'user', content: 'hello' }

function asks(...ids: string[]): AssistantModelMessage {
  return {
    role: 'assistant',
    content: ids.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'look', input: {} })),
  }
}

function answers(...ids: string[]): ToolModelMessage {
  return {
    role: 'tool',
    content: ids.map((toolCallId) => ({
      type: 'tool-result',
      toolCallId,
      toolName: 'look',
      output: { type: 'text', value: `of ${toolCallId}` },
    })),
  }
}

const unanswered = { type: 'error-text', value: 'The tool gave no result: the run ended before.' } as const

test('a turn that is whole stays as it is', () => {
  const response = [asks('a', 'b'), answers('a', 'b'), { role: 'assistant' as const, content: 'Done.' }]
  expect(wholeTurn(user, response)).toEqual([user, ...response])
})

test('a call without a result gets one that says so', () => {
  const [, , results] = wholeTurn(user, [asks('a', 'b'), answers('b')])
  expect(results?.content as unknown).toEqual([
    { type: 'tool-result', toolCallId: 'a', toolName: 'look', output: unanswered },
    ...answers('b').content,
  ])
  expect(wholeTurn(user, [asks('a')])).toHaveLength(3)
})

test('results come in the order of the calls, one for each; what answers no call is left out', () => {
  const turn = wholeTurn(user, [asks('a', 'b'), answers('b', 'stray'), answers('a', 'a')])
  expect(turn[2]?.content).toEqual([...answers('a').content, ...answers('b').content])
  expect(turn).toHaveLength(3)
})

test('an id that a model repeats is answered each time', () => {
  const turn = wholeTurn(user, [asks('a', 'a'), answers('a'), asks('a'), answers('a')])
  expect(turn.map(({ role, content }) => `${role} ${content.length}`)).toEqual([
    'user 5',
    'assistant 2',
    'tool 2',
    'assistant 1',
    'tool 1',
  ])
})

test('a pending approval of the SDK leaves no request behind, and its call is answered', () => {
  const { content } = asks('a')
  const asked: AssistantModelMessage = {
    role: 'assistant',
    content: [...(content as []), { type: 'tool-approval-request', approvalId: '1', toolCallId: 'a' }],
  }
  expect(wholeTurn(user, [asked])).toEqual([
    user,
    asks('a'),
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look', output: unanswered }] },
  ])
})

test("a call that the provider ran is kept with the provider's result, and without one it is not", () => {
  const call = { type: 'tool-call', toolCallId: 'a', toolName: 'search', input: {}, providerExecuted: true } as const
  const result = {
    type: 'tool-result',
    toolCallId: 'a',
    toolName: 'search',
    output: { type: 'text', value: '' },
  } as const
  const answered: AssistantModelMessage = { role: 'assistant', content: [call, result] }
  expect(wholeTurn(user, [answered])).toEqual([user, answered])
  expect(wholeTurn(user, [{ role: 'assistant', content: [call] }])).toEqual([user])
})

test('an input that is no object is stored as one', () => {
  const turn = wholeTurn(user, [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: null }] },
  ])
  expect(turn[1]?.content).toMatchObject([{ input: {} }])
})

test('what JSON cannot carry is stored in the form that the SDK takes in its place', () => {
  const [stored] = wholeTurn(
    {
      role: 'user',
      content: [
        { type: 'file', mediaType: 'image/png', data: new Uint8Array([1, 2, 3]) },
        { type: 'file', mediaType: 'image/png', data: new URL('https://example.com/a.png') },
      ],
    },
    [],
  )
  expect(stored?.content).toEqual([
    { type: 'file', mediaType: 'image/png', data: 'AQID' },
    { type: 'file', mediaType: 'image/png', data: 'https://example.com/a.png' },
  ])
})
