/** Which of the cases a run is about: by id, by tag, by shard, and how many. */
import { EvalCaseError } from '../errors/eval-case-error.js'
import type { CollectedCase } from './collect-cases.js'
import { shardOf } from './safe-id.js'

/** One part of the cases, which a hash of the id decides on. */
export interface Shard {
  /** From 1. */
  readonly index: number
  readonly count: number
}

/** What to choose by. What is left out chooses all. */
export interface CaseFilter {
  /** These ids alone. */
  readonly ids?: readonly string[]
  /** Cases that have one of these tags. */
  readonly tags?: readonly string[]
  readonly shard?: Shard
  /** The first so many of those left. */
  readonly limit?: number
}

/**
 * The cases that a filter leaves, in their order.
 * @throws EvalCaseError for an id or a tag that no case has, and where no case has both: the rest, or nothing, would pass for
 * what was asked for. A shard may be empty, as a hash decides.
 */
export function selectCases<Case extends CollectedCase>(cases: readonly Case[], filter: CaseFilter): Case[] {
  const { ids, tags, shard, limit } = filter
  refuseUnknown(cases, filter)
  const chosen = cases.filter(
    ({ promptId, kase }) =>
      (ids === undefined || ids.includes(kase.id) || ids.includes(promptId)) &&
      (tags === undefined || tags.some((tag) => kase.tags?.includes(tag))),
  )
  if (chosen.length === 0) {
    const where = `ids ${JSON.stringify(ids ?? [])} with tags ${JSON.stringify(tags ?? [])}`
    throw new EvalCaseError([{ where, problem: 'no case has both' }], { chosen: true })
  }
  return chosen
    .filter(({ kase }) => shard === undefined || shardOf(kase.id, shard.count) === shard.index)
    .slice(0, limit)
}

function refuseUnknown(cases: readonly CollectedCase[], { ids = [], tags = [] }: CaseFilter): void {
  const known = new Set(cases.flatMap(({ promptId, kase }) => [promptId, kase.id]))
  const tagged = new Set(cases.flatMap(({ kase }) => kase.tags ?? []))
  const problems = [
    ...ids
      .filter((id) => !known.has(id))
      .map((id) => ({ where: `id ${JSON.stringify(id)}`, problem: 'no case has it' })),
    ...tags
      .filter((tag) => !tagged.has(tag))
      .map((tag) => ({
        where: `tag ${JSON.stringify(tag)}`,
        problem: `no case has it; there are: ${[...tagged].join(', ') || 'none'}`,
      })),
  ]
  if (problems.length > 0) throw new EvalCaseError(problems, { chosen: true })
}
