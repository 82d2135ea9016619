import { expect, test } from 'bun:test'
import { scriptedModel } from '@understudy/script'
import { Agent, AgentSetupError } from './index.js'
import { createDesk, principal, thrown } from './test-desk.js'

const extend = 'Extend Agent: `class Stranger extends Agent { … }`.'
const cases: readonly [string, unknown, string, string][] = [
  [
    'a class of its own',
    class Stranger {
      name = 'stranger'
    },
    'the class Stranger',
    extend,
  ],
  [
    'a nameless class',
    (() =>
      class {
        name = 'nobody'
      })(),
    'a nameless class',
    'Extend Agent: `class Triager extends Agent { … }`.',
  ],
  ['an arrow function', () => Agent, 'a function', 'Pass the class itself: `ai.agent(Triager)`.'],
  ['a function', function make() {}, 'a function', 'Pass the class itself: `ai.agent(Triager)`.'],
  ['a number', 5, 'a number', 'Pass the class itself: `ai.agent(Triager)`.'],
  ['Agent itself', Agent, 'Agent itself', 'Extend it, and pass what extends it: `class Triager extends Agent { … }`.'],
  [
    'an import that is still undefined',
    undefined,
    'undefined',
    'Pass the class itself: `ai.agent(Triager)`. Where it is undefined, look for a circular import.',
  ],
]

test.each(cases)('%s in the place of an agent class is refused by agent(), before as()', (_, given, what, fix) => {
  const model = scriptedModel(['never'])
  const { ai } = createDesk(model)
  const error = thrown(() => ai.agent(given as never)) as AgentSetupError
  expect(error).toBeInstanceOf(AgentSetupError)
  expect(error).toMatchObject({ code: 'AGENT_SETUP' })
  expect(error.message).toBe(`What was given is ${what}, no agent class. ${fix}`)
  expect(model.calls).toEqual([])
})

test('a class that extends one that extends Agent is one', () => {
  class Base extends Agent {}
  class Derived extends Base {}
  expect(createDesk(scriptedModel([])).ai.agent(Derived).as(principal).name).toBe('Derived')
})
