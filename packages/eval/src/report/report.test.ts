/** The report: what it reads, what it shows, and that whatever was said stays text. A browser looks at it elsewhere. */
import { describe, expect, test } from 'bun:test'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EvalFolderError, readReport, renderReport, ReportError, runEval } from '../index.js'
import { asked, clerkEval, files, model, rejection, temporaryRun } from '../test-eval.js'
import { HOSTILE, hostileReport } from '../test-report.js'

const pricing = { input: 3, output: 15 }

/** Runs two variants of two cases: the second misses one, and fails the other's first try for good. */
async function runTwo(options: Parameters<typeof runEval>[1]): Promise<void> {
  await runEval(clerkEval({ main: model(files), pricing }), options)
  const worse = model((request) => {
    if (asked(request) === 'Ticket 2') return { error: new Error('It is down.') }
    return { output: { urgent: false }, usage: { inputTokens: 10, outputTokens: 2 } }
  })
  await runEval(clerkEval({ main: worse, pricing }, { retries: 0 }), { ...options, variant: 'v1' })
}

describe('a report reads', () => {
  test('every variant, the baseline first, with its transcripts and comparisons', async () => {
    await using run = await temporaryRun()
    await runTwo(run.options)
    const { variants, comparisons, metrics } = await readReport({ dir: run.options.dir, flow: 'clerk' })
    expect(variants.map(({ name }) => name)).toEqual(['baseline', 'v1'])
    expect(metrics.map(({ id }) => id)).toEqual(['urgent'])
    expect(comparisons.map(({ variant }) => variant)).toEqual(['v1'])
    expect(variants[0]?.traces.get('c1_rep0')?.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'tool_call',
      'tool_result',
      'assistant',
    ])
    expect(variants[1]?.summary).toMatchObject({ ok: 1, failed: 1 })
  })

  test('what is no trace as none', async () => {
    await using run = await temporaryRun()
    await runTwo(run.options)
    const traces = join(run.options.dir, 'clerk/baseline/traces')
    await writeFile(join(traces, 'c1_rep0.json'), '{"role":')
    await writeFile(join(traces, 'c2_rep0.json'), '[{"role":"user","content":1},{"role":"user","content":"Hi"}]')
    const { variants } = await readReport({ dir: run.options.dir, flow: 'clerk' })
    expect([...(variants[0]?.traces ?? [])]).toEqual([['c2_rep0', [{ role: 'user', content: 'Hi' }]]])
  })

  test('nothing through a symbolic link', async () => {
    await using run = await temporaryRun()
    await runTwo(run.options)
    await symlink('/etc', join(run.options.dir, 'clerk/v2'))
    expect(await rejection(readReport({ dir: run.options.dir, flow: 'clerk' }))).toBeInstanceOf(EvalFolderError)
  })

  test('no flow that was never run', async () => {
    await using run = await temporaryRun()
    await mkdir(join(run.options.dir, 'clerk'))
    const error = await rejection(readReport({ dir: run.options.dir, flow: 'clerk' }))
    expect(error).toBeInstanceOf(ReportError)
    expect(error).toMatchObject({ code: 'REPORT', flow: 'clerk' })
    expect(await rejection(readReport({ dir: run.options.dir, flow: '../clerk' }))).toBeInstanceOf(EvalFolderError)
  })
})

describe('a report shows', () => {
  test('the variants, the verdict, what flipped and what failed', async () => {
    await using run = await temporaryRun()
    await runTwo(run.options)
    const page = await renderReport(await readReport({ dir: run.options.dir, flow: 'clerk' }))
    expect(page).toStartWith('<!doctype html>\n<html lang="en">')
    expect(page).toContain('worse in v1: urgent')
    expect(page).toContain('failed in v1')
    expect(page).toContain('It is down.')
    expect(page).toContain('tool call: tickets_create')
    expect(page.match(/<svg/g)).toHaveLength(2)
  })

  test('how reliably cases pass, where they were tried several times', async () => {
    await using run = await temporaryRun()
    await runEval(clerkEval({ main: model(files) }), { ...run.options, reps: 2 })
    await runEval(clerkEval({ main: model(files) }), { ...run.options, variant: 'v1' })
    const page = await renderReport(await readReport({ dir: run.options.dir, flow: 'clerk' }))
    expect(page).toMatch(/of k tries one passes \/ all do<\/th><td>k = 2: 100.0% \/ 100.0%<\/td><td>not known<\/td>/)
  })

  test('no plot of a cost that is not known', async () => {
    await using run = await temporaryRun()
    await runEval(clerkEval({ main: model(files) }), run.options)
    const page = await renderReport(await readReport({ dir: run.options.dir, flow: 'clerk' }))
    expect(page).toContain('The cost is not known')
    expect(page.match(/<svg/g)).toHaveLength(1)
  })
})

describe('whatever was said', async () => {
  const page = await renderReport(hostileReport())

  test('is no markup', () => {
    expect(page).not.toMatch(/<(script|img|iframe|link)\b/)
    expect(page).not.toMatch(/<[^>]*\son\w+=/)
    expect(page.match(/<style>/g)).toHaveLength(1)
    expect(page).toContain('&lt;script>globalThis.ran = 1&lt;/script>')
  })

  test('has no control characters', () => {
    expect(HOSTILE).toContain('\u001B')
    expect(page).not.toMatch(/(?!\n)\p{Cc}|\u202E/u)
  })

  test('is cut where nobody would read on, saying so', () => {
    expect(page).toContain('… 10000 more characters, in the file of the trace.')
  })
})

test('of variants that cost and score alike, no name is drawn over another', async () => {
  const [like] = hostileReport().variants
  const names = ['baseline', 'v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7']
  const variants = names.map((name) => ({ ...like!, name }))
  const page = await renderReport({ ...hostileReport(), variants, comparisons: [] })
  const plot = page.slice(page.indexOf('Cost against quality'), page.indexOf('Side by side'))
  const places = [...plot.matchAll(/<text class="name" x="[\d.]+" y="([\d.]+)"[^>]*>([^<]+)</g)]
  expect(places.map(([, , name]) => name)).toEqual(names)
  const heights = places.map(([, y]) => Number(y)).toSorted((one, other) => one - other)
  for (const [index, height] of heights.slice(1).entries()) expect(height - heights[index]!).toBeGreaterThanOrEqual(15)
  expect(heights[0]).toBeGreaterThanOrEqual(15)
  expect(heights.at(-1)).toBeLessThan(176)
})
