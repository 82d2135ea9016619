/** What was said and done in an attempt, turn by turn. */
import type { PromptResponse } from '@understudy/agents'
import type { TraceTurn } from '../disk/rows.js'
import type { GenerateOptions, GenerateResult } from './sdk-types.js'

/** What a trace is made of. */
export interface TraceSource {
  readonly first: GenerateOptions | undefined
  readonly input: string
}

/** The turns of an answer: instructions, input, and each step's text, calls and results. */
export function traceOf(response: PromptResponse<unknown>, { first, input }: TraceSource): TraceTurn[] {
  const turns = opening({ first, input })
  for (const part of response.steps.flatMap((step) => step.content)) {
    if (part.type === 'text' && part.text !== '') turns.push({ role: 'assistant', content: part.text })
    if (part.type === 'tool-call') turns.push({ role: 'tool_call', content: json(part.input), name: part.toolName })
    if (part.type === 'tool-result')
      turns.push({ role: 'tool_result', content: json(part.output), name: part.toolName })
    if (part.type === 'tool-error') {
      turns.push({ role: 'tool_result', content: String(part.error), name: part.toolName })
    }
  }
  return turns
}

/** The same of an answer that has no response, since it broke off: what its models said. */
export function traceOfCalls(results: readonly GenerateResult[], source: TraceSource): TraceTurn[] {
  const turns = opening(source)
  for (const part of results.flatMap(({ content }) => content)) {
    if (part.type === 'text' && part.text !== '') turns.push({ role: 'assistant', content: part.text })
    if (part.type === 'tool-call') turns.push({ role: 'tool_call', content: part.input, name: part.toolName })
  }
  return turns
}

function opening({ first, input }: TraceSource): TraceTurn[] {
  const instructions = first?.prompt.flatMap((message) => (message.role === 'system' ? [message.content] : [])) ?? []
  const turns: TraceTurn[] = instructions.map((content) => ({ role: 'system', content }))
  return [...turns, { role: 'user', content: input }]
}

function json(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}
