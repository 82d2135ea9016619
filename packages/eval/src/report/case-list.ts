/** Every case, those that flipped first: what it asked, how each variant did, and the transcripts. */
import type { VNode } from 'preact'
import type { Comparison } from '../compare/compare-variants.js'
import type { Metric } from '../definition/metric.js'
import { stemOf, type ErrorRow } from '../disk/rows.js'
import { caseMeans, scoresByCase } from '../statistics/case-scores.js'
import { element } from './element.js'
import { score } from './figures.js'
import type { ReportSource, ReportVariant } from './read-report.js'
import { attempt, failure } from './transcript.js'

interface ShownFlip {
  readonly variant: string
  readonly metric: string
  readonly direction: 'better' | 'worse'
}

interface Shown {
  readonly id: string
  readonly flips: readonly ShownFlip[]
  /** Variants of which an attempt has failed and is not scored. */
  readonly failedIn: readonly string[]
}

/** The cases of all variants. Those that got worse come first, then those that failed, then those that got better. */
export function caseList({ metrics, variants, comparisons }: ReportSource): VNode {
  const flips = flipsOf(comparisons)
  const ids = new Set(variants.flatMap(({ results, errors }) => [...results, ...errors].map((row) => row.prompt_id)))
  const cases = [...ids].map((id): Shown => {
    const failing = variants.filter((variant) => failuresOf(id, variant).length > 0)
    return { id, flips: flips.get(id) ?? [], failedIn: failing.map(({ name }) => name) }
  })
  const means = new Map(
    variants.map(({ name, results }) => [
      name,
      new Map(metrics.map((metric) => [metric.id, caseMeans(scoresByCase(results, metric.id))])),
    ]),
  )
  const scoreOf = (variant: string, metric: Metric, id: string): number | null =>
    means.get(variant)?.get(metric.id)?.get(id) ?? null
  return element(
    'div',
    { class: 'cases' },
    cases.toSorted((a, b) => rank(a) - rank(b)).map((shown) => oneCase(shown, { metrics, variants, scoreOf })),
  )
}

function rank({ flips, failedIn }: Shown): number {
  if (flips.some(({ direction }) => direction === 'worse')) return 0
  if (failedIn.length > 0) return 1
  return flips.length > 0 ? 2 : 3
}

function flipsOf(comparisons: readonly Comparison[]): Map<string, ShownFlip[]> {
  const flips = new Map<string, ShownFlip[]>()
  for (const { variant, metrics } of comparisons) {
    for (const { metric, flips: found } of metrics) {
      for (const { prompt_id, direction } of found) {
        flips.set(prompt_id, [...(flips.get(prompt_id) ?? []), { variant, metric: metric.label, direction }])
      }
    }
  }
  return flips
}

interface Known {
  readonly metrics: readonly Metric[]
  readonly variants: readonly ReportVariant[]
  readonly scoreOf: (variant: string, metric: Metric, id: string) => number | null
}

function oneCase({ id, flips, failedIn }: Shown, { metrics, variants, scoreOf }: Known): VNode {
  const rows = variants.flatMap(({ results }) => results.filter((row) => row.prompt_id === id))
  const { prompt, tags, meta } = rows[0] ?? {}
  const original = typeof meta?.original_id === 'string' ? meta.original_id : id
  return element(
    'details',
    { class: 'case' },
    element(
      'summary',
      {},
      element('span', { class: 'id' }, original),
      (Array.isArray(tags) ? tags : []).map((tag) => element('span', { class: 'tag' }, String(tag))),
      flips.map(({ variant, metric, direction }) =>
        element('span', { class: `flip ${direction}` }, `${direction} in ${variant}: ${metric}`),
      ),
      failedIn.map((name) => element('span', { class: 'flip worse' }, `failed in ${name}`)),
      element(
        'span',
        { class: 'scores' },
        variants.map(({ name }) => {
          const shown = metrics.map((metric) => score(scoreOf(name, metric, id), metric)).join(', ')
          return element('span', { class: 'score' }, `${name} ${shown}`)
        }),
      ),
    ),
    typeof prompt === 'string' ? element('pre', { class: 'prompt' }, prompt) : null,
    variants.map((variant) => attemptsOf(id, variant, metrics)),
  )
}

function attemptsOf(id: string, variant: ReportVariant, metrics: readonly Metric[]): VNode {
  const results = variant.results.filter((row) => row.prompt_id === id).toSorted((a, b) => a.rep - b.rep)
  return element(
    'div',
    {},
    results.map((row) => attempt(row, variant, metrics)),
    failuresOf(id, variant).map((row) => failure(row, variant)),
  )
}

/** Failures of a case whose attempt has no score. */
function failuresOf(id: string, { results, errors }: ReportVariant): ErrorRow[] {
  const scored = new Set(results.filter((row) => row.prompt_id === id).map(stemOf))
  return errors.filter((row) => row.prompt_id === id && !scored.has(stemOf(row)))
}
