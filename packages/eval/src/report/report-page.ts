/**
 * A flow as one HTML page that needs nothing else: no script, no network, no file beside it. Its own policy forbids them
 * too, so that a text which got through as markup could still do nothing.
 */
import { createHash } from 'node:crypto'
import type { VNode } from 'preact'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { describeComparison } from '../compare/describe-comparison.js'
import { caseList } from './case-list.js'
import { costPlot } from './cost-plot.js'
import { element, styleElement } from './element.js'
import { intervalPlot } from './interval-plot.js'
import type { ReportSource } from './read-report.js'
import { REPORT_STYLE } from './report-style.js'
import { variantsTable } from './variants-table.js'

/** The page's text. */
export function reportPage(source: ReportSource): string {
  return `<!doctype html>\n${renderToStaticMarkup(page(source))}\n`
}

function page(source: ReportSource): VNode {
  const { flow, metrics, variants, comparisons } = source
  const hash = createHash('sha256').update(REPORT_STYLE).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`
  const costs = metrics.map((metric) => ({ metric, plot: costPlot(metric, variants) })).filter(({ plot }) => plot)
  return element(
    'html',
    { lang: 'en' },
    element(
      'head',
      {},
      element('meta', { charSet: 'utf-8' }),
      element('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
      element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      element('meta', { name: 'color-scheme', content: 'light dark' }),
      element('title', {}, `${flow}: evals`),
      styleElement(REPORT_STYLE),
    ),
    element(
      'body',
      {},
      element('header', {}, element('h1', {}, flow), element('p', { class: 'muted' }, overview(source))),
      element(
        'main',
        {},
        section(
          'Quality',
          metrics.map((metric) => figure(metric.label, better(metric), intervalPlot(metric, variants))),
        ),
        costs.length === 0
          ? section('Cost against quality', [element('p', {}, 'The cost is not known: the provider has no pricing.')])
          : section(
              'Cost against quality',
              costs.map(({ metric, plot }) => figure(metric.label, better(metric), plot)),
            ),
        section('Side by side', [variantsTable(metrics, variants)]),
        section('Is the difference real?', comparisonsOf(comparisons)),
        section('Cases', [
          element('p', { class: 'muted' }, 'Those that flipped come first. Open one for its transcripts.'),
          caseList(source),
        ]),
      ),
    ),
  )
}

function overview({ variants }: ReportSource): string {
  const rows = variants.flatMap(({ results, errors }) => [...results, ...errors])
  const cases = new Set(rows.map((row) => row.prompt_id)).size
  return `${cases} cases; ${variants.map(({ name }) => name).join(', ')}`
}

function better({ better: direction }: { readonly better: string }): string {
  return direction === 'lower' ? 'lower is better' : 'higher is better'
}

function section(title: string, content: readonly VNode[]): VNode {
  return element('section', {}, element('h2', {}, title), content)
}

function figure(title: string, note: string, plot: VNode | null): VNode {
  return element(
    'figure',
    {},
    element('figcaption', {}, element('b', {}, title), ' ', element('span', { class: 'muted' }, note)),
    plot,
  )
}

function comparisonsOf(comparisons: ReportSource['comparisons']): VNode[] {
  if (comparisons.length === 0) return [element('p', { class: 'muted' }, 'There is only one variant with scores.')]
  return comparisons.map((comparison) => element('pre', { class: 'comparison' }, describeComparison(comparison)))
}
