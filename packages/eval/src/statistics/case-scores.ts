/** Scores by case: each case counts once, however often it was run. Knows rows, and no files. */
import type { ResultRow } from '../disk/rows.js'
import { meanOf } from './distributions.js'

/** The scores of each case, in the order of its rows; answers that were cut short have none. */
export function scoresByCase(rows: readonly ResultRow[], metric: string): Map<string, number[]> {
  const scores = new Map<string, number[]>()
  for (const { prompt_id, status, grade } of rows) {
    const score = status === 'ok' && Object.hasOwn(grade, metric) ? grade[metric] : undefined
    if (score === undefined) continue
    const earlier = scores.get(prompt_id)
    if (earlier === undefined) scores.set(prompt_id, [score])
    else earlier.push(score)
  }
  return scores
}

/** The mean of each case. */
export function caseMeans(scores: ReadonlyMap<string, readonly number[]>): Map<string, number> {
  return new Map([...scores].map(([id, values]) => [id, meanOf(values)]))
}
