/**
 * Checks one step. Knows the kinds of step and which keys go together; what is under a key is checked by its own file.
 */
import { withoutRetryWait } from '../api-error.js'
import type { StepProblem } from '../errors/invalid-step-error.js'
import type { ModelCall } from '../engine/model-call.js'
import { describeValue, isError, quoted } from './describe-value.js'
import { isForever } from './forever.js'
import { jsonText } from './json-text.js'
import { nearestName } from './nearest-name.js'
import { parseBreak, textOf } from './parse-chunks.js'
import { parseContent } from './parse-content.js'
import { parseModifiers } from './parse-modifiers.js'
import { parseToolCalls } from './parse-tool-calls.js'
import type { ParsedModifiers, ParsedStep } from './parsed-step.js'
import { givenKeys, isPlainObject } from './plain-object.js'

const modifiers = ['reasoning', 'finishReason', 'usage', 'warnings', 'providerMetadata', 'chunks'] as const

/** Each kind of answer with the keys that go with it. */
const kinds = {
  text: ['text', ...modifiers, 'breaksAfter', 'error', 'then'],
  output: ['output', ...modifiers],
  toolCalls: ['toolCalls', 'text', ...modifiers, 'then'],
  error: ['error', 'then'],
  content: ['content', 'finishReason', 'usage', 'warnings', 'providerMetadata', 'request', 'response', 'then'],
} as const

type AnswerKey = keyof typeof kinds
const answerKeys: readonly AnswerKey[] = ['text', 'output', 'toolCalls', 'error', 'content']
const allKeys = [...answerKeys, ...modifiers, 'breaksAfter', 'request', 'response', 'then']

const howToWrite =
  "A step is text ('Done.'), { text }, { output }, [{ name, input }], { toolCalls }, { error }, { content } or a function."

/** Checks one step; its `then` is the caller's. Mistakes are added to `problems`, and then there may be no step. */
export function parseStep(value: unknown, path: string, problems: StepProblem[]): ParsedStep | undefined {
  if (typeof value === 'string') return textStep(value, parseModifiers({}, path, problems))
  if (typeof value === 'function') {
    // Whatever it takes and returns: it is called with a request, and what it returns is checked then.
    return { kind: 'function', description: 'function', decide: value as (request: ModelCall) => unknown }
  }
  if (Array.isArray(value)) return toolCallStep({ toolCalls: value }, path, problems)
  if (isPlainObject(value) && !isForever(value)) return parseObject(value, path, problems)
  problems.push({ path, found: isForever(value) ? 'forever(…)' : describeValue(value), fix: fixFor(value) })
  return undefined
}

/** Checks a step that stands alone, where nothing can come `then`: one of `forever`, or what a function returned. */
export function parseLoneStep(value: unknown, path: string, problems: StepProblem[]): ParsedStep | undefined {
  const step = parseStep(value, path, problems)
  if (step === undefined || !isPlainObject(value) || value['then'] === undefined) return step
  problems.push({
    path,
    found: 'a step with a `then`',
    fix: 'Leave it out: here stands one step, and the script goes on after it.',
  })
  return undefined
}

function fixFor(value: unknown): string {
  if (isForever(value)) return 'It stands at the end of a reply, and cannot be inside a step.'
  if (value instanceof Error) return 'To fail with an error write `{ error }`.'
  if (value instanceof Promise) return 'For a step that is decided later write a function: `async () => step`.'
  return howToWrite
}

function parseObject(value: Record<string, unknown>, path: string, problems: StepProblem[]): ParsedStep | undefined {
  const keys = givenKeys(value)
  const answer = answerOf(keys)
  if (answer === undefined) {
    problems.push(notAnAnswer(value, keys, path))
    return undefined
  }
  const before = problems.length
  const allowed: readonly string[] = kinds[answer]
  const breaks = keys.includes('breaksAfter')
  const isStray = (key: string): boolean =>
    !allowed.includes(key) || (answer === 'text' && !breaks && (key === 'error' || key === 'then'))
  for (const key of keys) if (isStray(key)) problems.push(strayKey(key, answer, path))
  if (problems.length > before) return undefined
  return parsers[answer](value, path, problems)
}

function answerOf(keys: readonly string[]): AnswerKey | undefined {
  if (keys.includes('toolCalls')) return 'toolCalls'
  return answerKeys.find((key) => keys.includes(key)) ?? (keys.includes('chunks') ? 'text' : undefined)
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
  if (allKeys.includes(key)) {
    return { path, found: `a step with both \`${answer}\` and \`${key}\``, fix: allowed }
  }
  const nearest = nearestName(key, kinds[answer])
  return {
    path,
    found: `an object with the unknown key ${quoted(key)}`,
    fix: allowed,
    ...(nearest === undefined ? {} : { nearest }),
  }
}

type Parser = (value: Record<string, unknown>, path: string, problems: StepProblem[]) => ParsedStep | undefined

const parsers: Record<AnswerKey, Parser> = {
  text(value, path, problems) {
    const modifiers = parseModifiers(value, path, problems)
    const text = textOf({ text: value['text'], path }, modifiers.chunks, problems)
    if (text === undefined) return undefined
    const breaks = parseBreak(value, { path, text }, problems)
    return breaks === undefined ? textStep(text, modifiers) : { ...textStep(text, modifiers), breaks }
  },
  output(value, path, problems) {
    return {
      kind: 'output',
      description: 'output',
      output: jsonText(value['output']),
      modifiers: parseModifiers(value, path, problems),
    }
  },
  toolCalls: toolCallStep,
  error(value, path, problems) {
    const error = value['error']
    if (isError(error))
      return { kind: 'error', description: `error ${quoted(error.message)}`, error: withoutRetryWait(error) }
    problems.push({
      path: `${path}.error`,
      found: describeValue(error),
      fix: "Give an Error: `{ error: new Error('…') }` or `apiError({ status: 429 })`.",
    })
    return undefined
  },
  content: parseContent,
}

function textStep(text: string, modifiers: ParsedModifiers): Extract<ParsedStep, { kind: 'text' }> {
  return {
    kind: 'text',
    get description() {
      return `text ${quoted(text)}`
    },
    text,
    modifiers,
  }
}

function toolCallStep(value: Record<string, unknown>, path: string, problems: StepProblem[]): ParsedStep | undefined {
  const modifiers = parseModifiers(value, path, problems)
  const { toolCalls } = value
  const before = problems.length
  const text = textOf({ text: value['text'], path }, modifiers.chunks, problems)
  if (problems.length > before) return undefined
  const calls = parseToolCalls(toolCalls, path, problems)
  return (
    calls && {
      kind: 'tool-calls',
      get description() {
        return `call ${calls.map(({ name }) => name).join(' + ')}`
      },
      calls,
      text,
      modifiers,
    }
  )
}
