/** The report's way in. Loads the page and its renderer when there is one to render: a run needs neither. */
import type { ReportSource } from './read-report.js'

/** A flow as one HTML page that needs nothing else: no script, no network, no file beside it. */
export async function renderReport(source: ReportSource): Promise<string> {
  const { reportPage } = await import('./report-page.js')
  return reportPage(source)
}
