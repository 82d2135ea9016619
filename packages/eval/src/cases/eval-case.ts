/** A case: what the agent is asked, and what its graders and setup need to know. Knows no agent. */

/** One case, in its file one JSON object a line. */
export interface EvalCase<Expected = unknown, Seed = unknown> {
  /** Unique within its eval. */
  readonly id: string
  /** What the agent is prompted with. */
  readonly input: string
  /** For the grader. */
  readonly expected?: Expected
  /** For setup. */
  readonly seed?: Seed
  /** For choosing cases; the first one also stratifies the split into sets. */
  readonly tags?: readonly string[]
}

/** Cases, or where to get them: `fromJsonl(…)`, or a function of your own. */
export type CaseSource<Case extends EvalCase = EvalCase> = readonly Case[] | (() => Promise<readonly Case[]>)

/** What is wrong with a value as a case; undefined for nothing. */
export function caseProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is no object'
  const { id, input, tags } = value as Partial<Record<keyof EvalCase, unknown>>
  if (typeof id !== 'string' || id.trim() === '') return 'it has no "id", which is a text'
  if (typeof input !== 'string') return 'it has no "input", which is a text'
  if (tags !== undefined && !(Array.isArray(tags) && tags.every((tag) => typeof tag === 'string'))) {
    return 'its "tags" are no list of texts'
  }
  return undefined
}
