/**
 * Checks how a streamed text is split, and where its stream waits or breaks. Knows nothing about the rest of a step.
 */
import { withoutRetryWait } from '../api-error.js'
import type { StepProblem } from '../errors/invalid-step-error.js'
import { describeValue, isError } from './describe-value.js'
import { gateOf, isPromiseLike } from './gate.js'
import type { ParsedBreak, ParsedChunks } from './parsed-step.js'
import { quoted } from '../quoted.js'

/** Checks the `chunks` of a step; undefined where there are none, or mistakes. */
export function parseChunks(value: unknown, path: string, problems: StepProblem[]): ParsedChunks | undefined {
  if (value === undefined) return undefined
  const fix = "Give the parts of the text in order, with promises as gates: `chunks: ['Hel', gate, 'lo']`."
  if (!Array.isArray(value)) {
    problems.push({ path: `${path}.chunks`, found: describeValue(value), fix })
    return undefined
  }
  const chunks: (string | Promise<unknown>)[] = []
  for (const [index, chunk] of Array.from<unknown>(value).entries()) {
    if (typeof chunk === 'string') chunks.push(chunk)
    else if (isPromiseLike(chunk)) chunks.push(gateOf(chunk))
    else problems.push({ path: `${path}.chunks[${index}]`, found: describeValue(chunk), fix })
  }
  return chunks.length === value.length ? chunks : undefined
}

/** The text of a step: its own, or what its chunks join to. Both must say the same. */
export function textOf(
  { text, path }: { readonly text: unknown; readonly path: string },
  chunks: ParsedChunks | undefined,
  problems: StepProblem[],
): string | undefined {
  const joined = chunks && joinChunks(chunks)
  if (text === undefined) return joined
  if (typeof text !== 'string') {
    problems.push({ path: `${path}.text`, found: describeValue(text), fix: 'Give a string.' })
    return undefined
  }
  if (joined === undefined || joined === text) return text
  problems.push({
    path: `${path}.chunks`,
    found: `the text ${quoted(joined)} in parts, and the step's text is ${quoted(text)}`,
    fix: 'Leave the `text` out, or split exactly it.',
  })
  return undefined
}

/** What chunks join to, their gates left out. */
export function joinChunks(chunks: ParsedChunks): string {
  return chunks.filter((chunk) => typeof chunk === 'string').join('')
}

/** Checks `breaksAfter` and its `error`; undefined where the step does not break, or there are mistakes. */
export function parseBreak(
  { breaksAfter, error }: Record<string, unknown>,
  { path, text }: { readonly path: string; readonly text: string },
  problems: StepProblem[],
): ParsedBreak | undefined {
  if (breaksAfter === undefined) return undefined
  if (!Number.isInteger(breaksAfter) || Number(breaksAfter) < 0 || Number(breaksAfter) > text.length) {
    const fix = `Give how many characters of the text arrive before the error: 0 to ${text.length}.`
    problems.push({ path: `${path}.breaksAfter`, found: describeValue(breaksAfter), fix })
  } else if (isError(error)) return { after: Number(breaksAfter), error: withoutRetryWait(error) }
  else {
    const fix = "Give what the stream breaks with: `{ text, breaksAfter, error: new Error('…') }`."
    problems.push({ path: `${path}.error`, found: describeValue(error), fix })
  }
  return undefined
}
