/**
 * Checks a list of scripted tool calls for their form. Whether a model could make them depends on a request, and is
 * checked when they are played.
 */
import type { StepProblem } from '../errors/invalid-step-error.js'
import { describeValue } from './describe-value.js'
import { type JsonText, jsonText } from './json-text.js'
import { nearestName } from './nearest-name.js'
import type { ParsedToolCall } from './parsed-step.js'
import { givenKeys, isPlainObject } from './plain-object.js'
import { quoted } from '../quoted.js'

const callKeys = ['name', 'input', 'id', 'invalid']
const howToWrite = "A tool call is `{ name: 'add', input: { … } }`, with an `id` or `invalid: true` where wanted."

/** Checks the calls of one step. Mistakes are added to `problems`, and then there are no calls. */
export function parseToolCalls(value: unknown, path: string, problems: StepProblem[]): ParsedToolCall[] | undefined {
  if (!Array.isArray(value)) {
    problems.push({
      path: `${path}.toolCalls`,
      found: describeValue(value),
      fix: 'Give a list of calls: `[{ name, input }]`.',
    })
    return undefined
  }
  if (value.length === 0) {
    problems.push({ path, found: 'an empty list of tool calls', fix: `${howToWrite} To say nothing write \`''\`.` })
    return undefined
  }
  const before = problems.length
  const calls = Array.from(value, (call: unknown, index) =>
    parseToolCall(call, `${path}.toolCalls[${index}]`, problems),
  )
  return problems.length > before ? undefined : calls.filter((call) => call !== undefined)
}

function parseToolCall(value: unknown, path: string, problems: StepProblem[]): ParsedToolCall | undefined {
  if (!isPlainObject(value)) {
    problems.push({ path, found: describeValue(value), fix: howToWrite })
    return undefined
  }
  const before = problems.length
  for (const key of givenKeys(value)) {
    if (callKeys.includes(key)) continue
    const nearest = nearestName(key, callKeys)
    problems.push({
      path,
      found: `a tool call with the unknown key ${quoted(key)}`,
      fix: howToWrite,
      ...(nearest === undefined ? {} : { nearest }),
    })
  }
  const { name, id, invalid } = value
  if (typeof name !== 'string')
    problems.push({
      path: `${path}.name`,
      found: describeValue(name),
      fix: "Give the name of a tool: `{ name: 'tickets_show' }`.",
    })
  if (id !== undefined && (typeof id !== 'string' || id === '')) {
    problems.push({ path: `${path}.id`, found: describeValue(id), fix: 'Give a string, or leave it out.' })
  }
  if (invalid !== undefined && typeof invalid !== 'boolean') {
    problems.push({
      path: `${path}.invalid`,
      found: describeValue(invalid),
      fix: 'Write `invalid: true` for a call that is wrong on purpose.',
    })
  }
  if (problems.length > before || typeof name !== 'string') return undefined
  return { name, input: inputText(value), id: typeof id === 'string' ? id : undefined, invalid: invalid === true }
}

// Of an invalid call a string is sent as it is: that is how broken JSON is written.
function inputText({ input, invalid }: Record<string, unknown>): JsonText {
  if (invalid === true && typeof input === 'string') return { ok: true, text: input }
  return jsonText(input === undefined ? {} : input)
}
