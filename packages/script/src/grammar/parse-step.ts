/**
 * Checks one step. Knows the kinds of step; which keys go together and what is under a key is checked by their own files.
 */
import { withoutRetryWait } from '../api-error.js'
import type { StepProblem } from '../errors/invalid-step-error.js'
import type { ModelCall } from '../engine/model-call.js'
import { describeValue, isError } from './describe-value.js'
import { isForever } from './forever.js'
import { jsonText } from './json-text.js'
import { parseBreak, textOf } from './parse-chunks.js'
import { parseContent } from './parse-content.js'
import { parseModifiers, plainModifiers } from './parse-modifiers.js'
import { parseParts } from './parse-parts.js'
import { parseToolCalls } from './parse-tool-calls.js'
import type { ParsedModifiers, ParsedStep } from './parsed-step.js'
import { isPlainObject } from './plain-object.js'
import { type AnswerKey, answerKeyOf, howToWrite } from './step-keys.js'
import { named, quoted } from '../quoted.js'

/** Checks one step; its `then` is the caller's. Mistakes are added to `problems`, and then there may be no step. */
export function parseStep(value: unknown, path: string, problems: StepProblem[]): ParsedStep | undefined {
  if (typeof value === 'string') return textStep(value, plainModifiers())
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
  const answer = answerKeyOf(value, path, problems)
  return answer && parsers[answer](value, path, problems)
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
  parts: parseParts,
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
        return `call ${calls.map(({ name }) => named(name)).join(' + ')}`
      },
      calls,
      text,
      modifiers,
    }
  )
}
