/**
 * What was said and done in an attempt, turn by turn. What its author wrote stands as it is; of what came back, secrets are
 * hidden, wherever they are said again.
 */
import type { PromptResponse } from '@understudy/agents'
import type { TraceTurn } from '../disk/rows.js'
import { wordsOf } from '../errors/attempt-failed-error.js'
import { hideSecrets, jsonWithoutSecrets, secretsIn } from '../hide-secrets.js'
import type { GenerateOptions, GenerateResult } from './sdk-types.js'

/** What a trace is made of. */
export interface TraceSource {
  readonly first: GenerateOptions | undefined
  readonly input: string
  /** The keys that a tool's contract says are secret, by the tool's name. */
  readonly redact: (tool: string) => readonly string[]
}

/** The turns of an answer: instructions, input, and each step's text, calls and results. */
export function traceOf(response: PromptResponse<unknown>, source: TraceSource): TraceTurn[] {
  const said: Said[] = []
  for (const part of response.steps.flatMap((step) => step.content)) {
    if (part.type === 'text' && part.text !== '') said.push({ role: 'assistant', value: part.text })
    if (part.type === 'tool-call') said.push({ role: 'tool_call', value: part.input, name: part.toolName })
    if (part.type === 'tool-result') said.push({ role: 'tool_result', value: part.output, name: part.toolName })
    if (part.type === 'tool-error') said.push({ role: 'tool_result', value: wordsOf(part.error), name: part.toolName })
  }
  return [...opening(source), ...turnsOf(said, source)]
}

/** The same of an answer that has no response, since it broke off: what its models said. */
export function traceOfCalls(results: readonly GenerateResult[], source: TraceSource): TraceTurn[] {
  const said: Said[] = []
  for (const part of results.flatMap(({ content }) => content)) {
    if (part.type === 'text' && part.text !== '') said.push({ role: 'assistant', value: part.text })
    if (part.type === 'tool-call') said.push({ role: 'tool_call', value: parsed(part.input), name: part.toolName })
  }
  return [...opening(source), ...turnsOf(said, source)]
}

/** What came back, before its secrets are hidden. */
interface Said extends Pick<TraceTurn, 'role' | 'name'> {
  readonly value: unknown
}

function turnsOf(said: readonly Said[], { redact }: TraceSource): TraceTurn[] {
  const keysOf = ({ name }: Said): readonly string[] => (name === undefined ? [] : redact(name))
  const secrets = said.flatMap((each) => secretsIn(textOf(each.value), keysOf(each)))
  return said.map((each) => {
    const { role, name, value } = each
    const content = hideSecrets(jsonWithoutSecrets(value, keysOf(each)), secrets)
    return { role, content, ...(name !== undefined && { name }) }
  })
}

function opening({ first, input }: Omit<TraceSource, 'redact'>): TraceTurn[] {
  const instructions = first?.prompt.flatMap((message) => (message.role === 'system' ? [message.content] : [])) ?? []
  const turns: TraceTurn[] = instructions.map((content) => ({ role: 'system', content }))
  return [...turns, { role: 'user', content: input }]
}

/** A value with its secrets, to look for them. */
function textOf(value: unknown): string {
  try {
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  } catch {
    // It has a cycle, and what is told of it is found in it.
    return jsonWithoutSecrets(value)
  }
}

/** A model's input for a tool, where it is JSON. */
function parsed(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}
