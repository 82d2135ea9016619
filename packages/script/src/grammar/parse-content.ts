/**
 * Checks an exact model result for its form. Knows which parts a result has; leaves each part to its file.
 */
import type { StepProblem } from '../errors/invalid-step-error.js'
import type { SdkContent } from '../sdk-types.js'
import { describeValue } from './describe-value.js'
import { asksForTool, checkPart, exactPart, type PartTypes, sharedPartTypes } from './exact-part.js'
import { parseExchange } from './parse-exchange.js'
import { parseModifiers } from './parse-modifiers.js'
import type { ParsedStep } from './parsed-step.js'

const partTypes: PartTypes<SdkContent['type']> = { text: ['text'], reasoning: ['text'], ...sharedPartTypes }

/** Checks an exact result. Mistakes are added to `problems`, and then there may be no step. */
export function parseContent(
  value: Record<string, unknown>,
  path: string,
  problems: StepProblem[],
): ParsedStep | undefined {
  const modifiers = parseModifiers(value, path, problems)
  const before = problems.length
  const exchange = parseExchange(value, path, problems)
  const parts: unknown = value['content']
  if (!Array.isArray(parts)) {
    const fix = "Give a list of parts: `[{ type: 'text', text: '…' }]`."
    problems.push({ path: `${path}.content`, found: describeValue(parts), fix })
    return undefined
  }
  const content = Array.from(parts, (part: unknown, index) => {
    const checked = checkPart(part, partTypes, { path: `${path}.content[${index}]`, problems })
    return checked && exactPart<SdkContent>(checked)
  })
  if (value['then'] !== undefined && !asksForTool(content)) {
    problems.push({
      path,
      found: 'an answer (`content` without a tool call) with a `then`',
      fix: 'Only tool calls and errors go on: the loop ends at an answer.',
    })
  }
  if (problems.length > before) return undefined
  return {
    kind: 'content',
    description: 'exact content',
    content: content.filter((part) => part !== undefined),
    ...exchange,
    modifiers,
  }
}
