import { describe, expect, test } from 'bun:test'
import { scriptedModel } from '@understudy/script'
import { z } from 'zod'
import { Agent, AgentSetupError, isStepCount, Output } from './index.js'
import { createDesk, principal, thrown } from './test-desk.js'

/** What `as()` says of an agent with these members; no model was asked. */
function problemsOf(members: object, statics: object = {}): readonly string[] {
  const model = scriptedModel(['never'])
  class Wrong extends Agent {
    constructor() {
      super()
      Object.assign(this, members)
    }
  }
  Object.assign(Wrong, statics)
  const error = thrown(() => createDesk(model).ai.agent(Wrong).as(principal))
  expect(error).toBeInstanceOf(AgentSetupError)
  expect(model.calls).toEqual([])
  return (error as AgentSetupError).problems
}

describe('as() refuses', () => {
  test.each([
    [
      'a provider that is not there',
      { provider: 'mian' },
      'there is no provider "mian"; the binding has main, none. Write: `provider = \'main\'`',
    ],
    [
      'a provider without a language model',
      { provider: 'none' },
      'its provider "none" has no language model; those with one are main.',
    ],
    ['a provider that is no name', { provider: 5 }, 'its provider is a number, and must be the name of one'],
    [
      'a schema for an output',
      { output: z.object({}) },
      'its `output` is an object, and must be an Output. Write: `output = Output.object({ schema })`',
    ],
    ['a text for an output', { output: 'json' }, 'its `output` is a string'],
    ['a factory for an output', { output: Output.json }, 'its `output` is a function'],
    [
      'a number of steps',
      { stopWhen: 5 },
      'its `stopWhen` is a number, and must be a stop condition or a list of them. Write: `stopWhen = isStepCount(5)`',
    ],
    ['a list with what is no condition', { stopWhen: [isStepCount(1), 5] }, 'its `stopWhen` is a list'],
    ['instructions that are no text', { instructions: 5 }, 'its `instructions` is a number, and must be a string'],
    ['instructions that are a function', { instructions: () => 'x' }, 'its `instructions` is a function'],
    ['a temperature in words', { temperature: 'warm' }, 'its `temperature` is a string, and must be a finite number'],
    [
      'a listener that is none',
      { onError: true },
      'its `onError` is a boolean, and must be a function. Write: `onError() { … }`',
    ],
    ['tools that are no method', { tools: {} }, 'its tools are an object, and must be a method'],
  ])('%s', (_, members, says) => {
    expect(problemsOf(members)).toEqual([expect.stringContaining(says)])
  })

  test.each([
    ['a name that is no text', { agentName: 5 }, ['its agentName is a number, and must be a string']],
    ['an empty name', { agentName: '' }, ['its class has no name']],
    ['scopes that are a text', { scopes: 'tools:*' }, ['its scopes are no list']],
    ['scopes that are no texts', { scopes: [5, null] }, ['is not a scope', 'is not a scope']],
  ])('%s', (_, statics, says) => {
    expect(problemsOf({}, statics)).toEqual(says.map((each) => expect.stringContaining(each)))
  })

  test('all of them together', () => {
    const members = { provider: 'nope', output: {}, stopWhen: 1, tools: () => [], instructons: 'x' }
    const said = problemsOf(members, { agentName: 1, scopes: {} }).join('\n')
    expect(said).toMatch(
      /agentName is[\s\S]*scopes are[\s\S]*tools\(\) returns[\s\S]*`output` is[\s\S]*`stopWhen` is[\s\S]*"instructons"[\s\S]*no provider "nope"/,
    )
  })

  test('nothing of an agent whose settings are right', () => {
    class Right extends Agent {
      provider = 'main'
      output = Output.object({ schema: z.object({}) })
      stopWhen = [isStepCount(2)]
      temperature = undefined as never
      get instructions() {
        return 'Do right.'
      }
      onError() {}
    }
    expect(createDesk(scriptedModel([])).ai.agent(Right).as(principal).name).toBe('Right')
  })
})

describe('a member that is nearly a setting', () => {
  test.each([
    ['instructons', 'instructions'],
    ['instruction', 'instructions'],
    ['instrucitons', 'instructions'],
    ['Instructions', 'instructions'],
    ['temprature', 'temperature'],
    ['stopwhen', 'stopWhen'],
    ['topk', 'topK'],
    ['preparestep', 'prepareStep'],
    ['stopSeqences', 'stopSequences'],
    ['toolCallConcurency', 'toolCallConcurrency'],
  ])('%s is refused, naming %s', (written, meant) => {
    expect(problemsOf({ [written]: () => 'x' })).toEqual([
      `it has a member "${written}", which is no setting; the nearest is "${meant}". Write: \`${meant}\``,
    ])
  })

  test('is found among the methods and getters of a class, and of the one it extends', () => {
    class Base extends Agent {
      get instructons() {
        return 'x'
      }
    }
    class Wrong extends Base {
      stopwhen() {
        return true
      }
    }
    const { ai } = createDesk(scriptedModel([]))
    for (let time = 0; time < 2; time++) {
      const { problems } = thrown(() => ai.agent(Wrong).as(principal)) as AgentSetupError
      expect(problems).toEqual([expect.stringContaining('"stopwhen"'), expect.stringContaining('"instructons"')])
    }
  })

  test('is left alone where it may be a member of its own', () => {
    class Cook extends Agent {
      instructions = 'You cook.'
      _instructions = 'kept'
      instruction = 'one of them'
      temperatures = [1]
      tool = 1
      output1 = 1
      outputs = []
      seen = 0
      need = 0
      topic = 'x'
      topics = []
      header = {}
      provided = 'x'
      providers = []
      seasoning = 'salt'
      activeTool = 'x'
      toolContext = {}
      toolsContent = {}
      onSend() {}
      prepareAll() {}
      prepareSteps() {}
      prepareCart() {}
      compareCall() {}
    }
    expect(createDesk(scriptedModel([])).ai.agent(Cook).as(principal).name).toBe('Cook')
  })
})
