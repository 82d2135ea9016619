/** What a report is made of when everybody who had a say in it is hostile. */
import type { ErrorRow, ReportSource, ResultRow, TraceTurn } from './index.js'

/** What would run, or ask for something, wherever it got through as markup. */
export const HOSTILE: string = [
  `"><script>globalThis.ran = 1</script>`,
  `<img src="https://example.com/a.png" onerror="globalThis.ran = 1">`,
  `</style></title></pre></svg><svg onload="globalThis.ran = 1"><iframe src="https://example.com"></iframe>`,
  `' onmouseover='globalThis.ran = 1' &lt;b&gt; \u001B[31m\u202Ered`,
  `<link rel="stylesheet" href="https://example.com/a.css"><meta http-equiv="refresh" content="0;url=https://example.com">`,
].join('\n')

function row(id: string, same: number): ResultRow {
  return {
    prompt_id: id,
    rep: 0,
    prompt: HOSTILE,
    tags: [HOSTILE],
    status: 'ok',
    stop_reason: HOSTILE,
    grade: { [HOSTILE]: same },
    explanation: HOSTILE,
    model: HOSTILE,
    usage: null,
    judge_model: null,
    judge_usage: null,
    latency_s: 1,
    tool_calls: 1,
    meta: { model_source: 'response', provider: HOSTILE, cost_usd: 0.01, original_id: HOSTILE },
  }
}

const trace: TraceTurn[] = [
  { role: 'system', content: HOSTILE },
  { role: 'user', content: HOSTILE },
  { role: 'tool_call', name: HOSTILE, content: HOSTILE },
  { role: 'tool_result', name: HOSTILE, content: 'x'.repeat(30_000) },
  { role: 'assistant', content: `${HOSTILE}The answer.` },
  // A role that a file may have all the same.
  { role: HOSTILE as 'user', content: HOSTILE },
]

const failed: ErrorRow = {
  prompt_id: 'c3',
  rep: 0,
  failure_class: HOSTILE as 'tool',
  error: HOSTILE,
  retries: 0,
  model: null,
  usage: null,
  latency_s: 0,
}

const metric = { id: HOSTILE, label: HOSTILE, kind: 'binary', scale: 1, better: 'higher' } as const

function variantOf(name: string, same: number): ReportSource['variants'][number] {
  const mean = (1 + same) / 2
  return {
    name,
    results: [row('c1', same), row('c2', 1)],
    errors: [failed],
    traces: new Map([
      ['c1_rep0', trace],
      ['c2_rep0', trace],
    ]),
    summary: {
      flow: HOSTILE,
      variant: name,
      cases: 2,
      ok: 2,
      truncated: 0,
      failed: 1,
      metrics: { [HOSTILE]: { mean, interval: { low: 0.2, high: 1, method: 't' }, cases: 2 } },
      cost_usd: 0.02,
      judge_cost_usd: 0,
      known_cost_usd: 0.02,
      latency_s: 1,
    },
  }
}

const comparison: ReportSource['comparisons'][number] = {
  flow: HOSTILE,
  baseline: 'baseline',
  variant: 'v1',
  metrics: [
    {
      metric,
      pairs: 2,
      baseline: 1,
      variant: 0.5,
      difference: -0.5,
      interval: null,
      verdict: 'undecidable',
      detectable: null,
      mcnemar: null,
      reliability: { baseline: null, variant: null },
      flips: [{ prompt_id: 'c1', direction: 'worse', traces: [HOSTILE] }],
    },
  ],
  cost: { baseline: 0.01, variant: 0.01 },
  latency: { baseline: 1, variant: 1 },
  notices: [HOSTILE],
}

/** Two variants and three cases, of which one flipped and one failed. */
export function hostileReport(): ReportSource {
  return {
    flow: HOSTILE,
    metrics: [metric],
    variants: [variantOf('baseline', 1), variantOf('v1', 0)],
    comparisons: [comparison],
  }
}
