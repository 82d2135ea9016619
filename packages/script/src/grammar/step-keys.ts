/**
 * Which keys make a step, and which go together. Knows nothing about what is under a key.
 */
import type { StepProblem } from '../errors/invalid-step-error.js'
import { describeValue } from './describe-value.js'
import { nearestName } from './nearest-name.js'
import { givenKeys } from './plain-object.js'
import { quoted } from '../quoted.js'

/** What a step written as an object answers with. */
export type AnswerKey = 'text' | 'output' | 'toolCalls' | 'error' | 'content' | 'parts'

const modifiers = [
  'reasoning',
  'files',
  'sources',
  'finishReason',
  'usage',
  'warnings',
  'providerMetadata',
  'chunks',
  'delayMs',
]
const exchange = ['request', 'response']

/** Each kind of answer with the keys that go with it. */
const kinds: Readonly<Record<AnswerKey, readonly string[]>> = {
  text: ['text', ...modifiers, 'breaksAfter', 'error', 'then'],
  output: ['output', ...modifiers],
  toolCalls: ['toolCalls', 'text', ...modifiers, 'then'],
  error: ['error', 'then'],
  content: ['content', 'finishReason', 'usage', 'warnings', 'providerMetadata', 'delayMs', ...exchange, 'then'],
  parts: ['parts', 'delayMs', ...exchange, 'then'],
}

// In the order in which they decide: a text may stand beside tool calls, and an error beside a text.
const answerKeys: readonly AnswerKey[] = ['toolCalls', 'text', 'output', 'error', 'content', 'parts']
const allKeys = [...answerKeys, ...modifiers, 'breaksAfter', ...exchange, 'then']

/** How a step is written, for errors. */
export const howToWrite =
  "A step is text ('Done.'), { text }, { output }, [{ name, input }], { toolCalls }, { error }, { content }, { parts } or a function."

/** What the object answers with; undefined where its keys do not make a step, and then that is told in `problems`. */
export function answerKeyOf(
  value: Record<string, unknown>,
  path: string,
  problems: StepProblem[],
): AnswerKey | undefined {
  const keys = givenKeys(value)
  const answer = answerKeys.find((key) => keys.includes(key)) ?? (keys.includes('chunks') ? 'text' : undefined)
  if (answer === undefined) {
    problems.push(notAnAnswer(value, keys, path))
    return undefined
  }
  const strays = keys.filter((key) => isStray(key, answer, keys))
  for (const key of strays) problems.push(strayKey(key, answer, path))
  return strays.length === 0 ? answer : undefined
}

function isStray(key: string, answer: AnswerKey, keys: readonly string[]): boolean {
  if (!kinds[answer].includes(key)) return true
  // A text that breaks is the one that fails and goes on.
  return answer === 'text' && !keys.includes('breaksAfter') && (key === 'error' || key === 'then')
}

function notAnAnswer(value: Record<string, unknown>, keys: readonly string[], path: string): StepProblem {
  if (keys.includes('name')) {
    return {
      path,
      found: 'a bare tool call',
      fix: 'A step is a list of calls: put it in brackets, `[{ name, input }]`.',
    }
  }
  const unknown = keys.find((key) => !allKeys.includes(key))
  const nearest = unknown === undefined ? undefined : nearestName(unknown, allKeys)
  const found = unknown === undefined ? describeValue(value) : `an object with the unknown key ${quoted(unknown)}`
  return { path, found, fix: howToWrite, ...(nearest === undefined ? {} : { nearest }) }
}

function strayKey(key: string, answer: AnswerKey, path: string): StepProblem {
  const allowed = `Beside \`${answer}\` a step may have ${kinds[answer].filter((name) => name !== answer).join(', ')}.`
  if (key === 'then') {
    return {
      path,
      found: `an answer (\`${answer}\`) with a \`then\``,
      fix: 'Only tool calls and errors go on: the loop ends at an answer.',
    }
  }
  if (allKeys.includes(key)) return { path, found: `a step with both \`${answer}\` and \`${key}\``, fix: allowed }
  const nearest = nearestName(key, kinds[answer])
  return {
    path,
    found: `an object with the unknown key ${quoted(key)}`,
    fix: allowed,
    ...(nearest === undefined ? {} : { nearest }),
  }
}
