/** The variants side by side, in numbers. */
import type { VNode } from 'preact'
import type { Metric } from '../definition/metric.js'
import { element } from './element.js'
import { costOfAnswer, dollars, score, seconds } from './figures.js'
import type { ReportVariant } from './read-report.js'

/** A column for each variant. */
export function variantsTable(metrics: readonly Metric[], variants: readonly ReportVariant[]): VNode {
  const row = (name: string, valueOf: (variant: ReportVariant) => string): VNode =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, name),
      variants.map((variant) => element('td', {}, valueOf(variant))),
    )
  return element(
    'div',
    { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'The variants in numbers' },
    element(
      'table',
      {},
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          element('td', {}),
          variants.map(({ name }, index) => element('th', { scope: 'col', class: `series-${index % 6}` }, name)),
        ),
      ),
      element(
        'tbody',
        {},
        metrics.map((metric) => row(metric.label, (variant) => meanOf(metric, variant))),
        metrics
          .filter(({ id }) => variants.some((variant) => ratesOf(id, variant) !== undefined))
          .map(({ id, label }) => row(`${label}: of k tries one passes / all do`, (variant) => rates(id, variant))),
        row('cases', ({ summary }) => String(summary.cases)),
        row('ok / truncated / failed', ({ summary }) => `${summary.ok} / ${summary.truncated} / ${summary.failed}`),
        row('cost of all', ({ summary }) => dollars(summary.cost_usd)),
        row('cost of an answer', ({ summary }) => dollars(costOfAnswer(summary))),
        variants.some(({ summary }) => summary.judge_cost_usd !== 0)
          ? row('cost of the judge', ({ summary }) => dollars(summary.judge_cost_usd))
          : null,
        row('latency', ({ summary }) => seconds(summary.latency_s)),
        row('model', ({ results }) => [...new Set(results.map((each) => each.model))].join(', ')),
      ),
    ),
  )
}

/** Of as many tries as every case has. */
function rates(id: string, variant: ReportVariant): string {
  const found = ratesOf(id, variant)
  if (found === undefined) return 'not known'
  const share = (value: number | undefined): string => `${(100 * (value ?? 0)).toFixed(1)}%`
  return `k = ${found.k}: ${share(found.one)} / ${share(found.all)}`
}

function ratesOf(
  id: string,
  { summary }: ReportVariant,
): { readonly k: string; readonly one: number | undefined; readonly all: number | undefined } | undefined {
  const { pass_at_k: one = {}, pass_hat_k: all = {} } = Object.hasOwn(summary.metrics, id)
    ? (summary.metrics[id] ?? {})
    : {}
  const k = Object.keys(one).at(-1)
  return k === undefined ? undefined : { k, one: one[k], all: all[k] }
}

function meanOf(metric: Metric, { summary }: ReportVariant): string {
  const numbers = Object.hasOwn(summary.metrics, metric.id) ? summary.metrics[metric.id] : undefined
  const { mean = null, interval = null } = numbers ?? {}
  if (interval === null) return score(mean, metric)
  return `${score(mean, metric)} (${score(interval.low, metric)} to ${score(interval.high, metric)})`
}
