/** A plot of one metric: each variant's mean, and the interval that it may as well be. */
import type { VNode } from 'preact'
import type { Metric } from '../definition/metric.js'
import { element } from './element.js'
import { coordinate, score } from './figures.js'
import type { ReportVariant } from './read-report.js'

const WIDTH = 480
const ROW = 30
const LEFT = 88
const RIGHT = 78
const TOP = 10

/** The plot; its scale is the metric's own for shares, else just wide enough. */
export function intervalPlot(metric: Metric, variants: readonly ReportVariant[]): VNode {
  const height = TOP + variants.length * ROW + 26
  const { low, high } = rangeOf(metric, variants)
  const x = (value: number): number => coordinate(LEFT + ((value - low) / (high - low)) * (WIDTH - LEFT - RIGHT))
  const bottom = height - 24
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => low + part * (high - low))
  const label = `${metric.label}: means of the variants with their 95% intervals. The table below has the numbers.`
  return element(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': label, class: 'plot' },
    ticks.map((tick) =>
      element(
        'g',
        {},
        element('line', { class: 'grid', x1: x(tick), x2: x(tick), y1: TOP, y2: bottom }),
        element('text', { class: 'tick', x: x(tick), y: height - 8, 'text-anchor': 'middle' }, score(tick, metric)),
      ),
    ),
    variants.map((variant, index) => row(variant, { metric, x, index })),
  )
}

interface Row {
  readonly metric: Metric
  readonly x: (value: number) => number
  readonly index: number
}

function row({ name, summary }: ReportVariant, { metric, x, index }: Row): VNode {
  const y = TOP + index * ROW + ROW / 2
  const numbers = Object.hasOwn(summary.metrics, metric.id) ? summary.metrics[metric.id] : undefined
  const { mean = null, interval = null } = numbers ?? {}
  return element(
    'g',
    { class: `series series-${index % 6}` },
    element('text', { class: 'name', x: LEFT - 12, y: y + 5, 'text-anchor': 'end' }, name),
    interval && element('line', { class: 'interval', x1: x(interval.low), x2: x(interval.high), y1: y, y2: y }),
    mean === null ? null : element('circle', { class: 'mean', cx: x(mean), cy: y, r: 6 }),
    element('text', { class: 'value', x: WIDTH - RIGHT + 12, y: y + 5 }, score(mean, metric)),
  )
}

function rangeOf({ id, kind, scale }: Metric, variants: readonly ReportVariant[]): { low: number; high: number } {
  if (kind === 'binary') return { low: 0, high: scale }
  const values = variants.flatMap(({ summary }) => {
    const { mean = null, interval = null } = (Object.hasOwn(summary.metrics, id) && summary.metrics[id]) || {}
    return [mean, interval?.low, interval?.high].filter((value) => typeof value === 'number')
  })
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (!(high > low)) return { low: 0, high: scale }
  const margin = (high - low) * 0.1
  return { low: Math.max(0, low - margin), high: Math.min(scale, high + margin) }
}
