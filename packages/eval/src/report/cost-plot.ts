/** A plot of cost against quality: a variant that is further left and further up is the better bargain. */
import type { VNode } from 'preact'
import type { Metric } from '../definition/metric.js'
import { element } from './element.js'
import { coordinate, costOfAnswer, dollars, score } from './figures.js'
import type { ReportVariant } from './read-report.js'

const WIDTH = 480
const HEIGHT = 220
const LEFT = 60
const BOTTOM = 44
const MARGIN = 36

interface Point {
  readonly name: string
  readonly cost: number
  readonly mean: number
  readonly index: number
}

/** A point whose name has a place that no other's is in. */
interface NamedPoint extends Point {
  readonly isRight: boolean
  readonly nameY: number
}

interface Scale {
  readonly x: (cost: number) => number
  readonly y: (mean: number) => number
  /** The ends of both axes, which begin at 0. */
  readonly most: number
  readonly top: number
}

/** The plot for one metric; null where no variant has both numbers. */
export function costPlot(metric: Metric, variants: readonly ReportVariant[]): VNode | null {
  const points = variants.flatMap(({ name, summary }, index): Point[] => {
    const cost = costOfAnswer(summary)
    const mean = Object.hasOwn(summary.metrics, metric.id) ? summary.metrics[metric.id]?.mean : null
    return cost === null || mean === null || mean === undefined ? [] : [{ name, cost, mean, index }]
  })
  if (points.length === 0) return null
  const scale = scaleOf(metric, points)
  const label = `${metric.label} against the cost of an answer. The table below has the numbers.`
  return element(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label, class: 'plot' },
    [0, 0.5, 1].map((part) => tick(part, metric, scale)),
    element(
      'text',
      { class: 'tick', x: (LEFT + WIDTH - MARGIN) / 2, y: HEIGHT - 6, 'text-anchor': 'middle' },
      'cost of an answer',
    ),
    named(points, scale).map((point) => dot(point, scale)),
  )
}

function scaleOf({ kind, scale }: Metric, points: readonly Point[]): Scale {
  const most = Math.max(...points.map(({ cost }) => cost)) * 1.15 || 1
  const top = kind === 'binary' ? scale : Math.max(...points.map(({ mean }) => mean)) * 1.15 || 1
  return {
    most,
    top,
    x: (cost) => coordinate(LEFT + (cost / most) * (WIDTH - LEFT - MARGIN)),
    y: (mean) => coordinate(HEIGHT - BOTTOM - (mean / top) * (HEIGHT - BOTTOM - MARGIN)),
  }
}

function tick(part: number, metric: Metric, { x, y, most, top }: Scale): VNode {
  const height = y(part * top)
  return element(
    'g',
    {},
    element('line', { class: 'grid', x1: LEFT, x2: WIDTH - MARGIN, y1: height, y2: height }),
    element('text', { class: 'tick', x: LEFT - 8, y: height + 4, 'text-anchor': 'end' }, score(part * top, metric)),
    element(
      'text',
      { class: 'tick', x: x(part * most), y: HEIGHT - 24, 'text-anchor': 'middle' },
      dollars(part * most),
    ),
  )
}

/** How high a name is, and how far from another one it cannot reach it. */
const NAME_HEIGHT = 15
const NAME_WIDTH = 90

/** Gives each name a place beside its dot, or as near as no other name stands. */
function named(points: readonly Point[], { x, y }: Scale): NamedPoint[] {
  const placed: NamedPoint[] = []
  for (const point of points.toSorted((one, other) => y(one.mean) - y(other.mean))) {
    const isFree = (height: number): boolean =>
      placed.every(
        (other) =>
          Math.abs(other.nameY - height) >= NAME_HEIGHT || Math.abs(x(other.cost) - x(point.cost)) > NAME_WIDTH,
      )
    const wanted = y(point.mean) + 18
    // Further and further from it, below and above by turns; beside the axis there is only room above.
    const places = Array.from({ length: 2 * HEIGHT }, (_, step) => wanted + (step % 2 === 0 ? 1 : -1) * (step / 2))
    const fits = (height: number): boolean => height >= NAME_HEIGHT && height <= HEIGHT - BOTTOM - 4 && isFree(height)
    const nameY = coordinate(places.find(fits) ?? wanted)
    placed.push({ ...point, isRight: x(point.cost) > WIDTH * 0.75, nameY })
  }
  return placed
}

function dot({ name, cost, mean, index, isRight, nameY }: NamedPoint, { x, y }: Scale): VNode {
  const anchor = isRight ? 'end' : 'start'
  return element(
    'g',
    { class: `series series-${index % 6}` },
    element('circle', { class: 'mean', cx: x(cost), cy: y(mean), r: 7 }),
    element('text', { class: 'name', x: x(cost) + (isRight ? -12 : 12), y: nameY, 'text-anchor': anchor }, name),
  )
}
