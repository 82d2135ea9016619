/** Reads what a report shows: every variant of a flow, with its transcripts. Takes what it finds for hostile. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { compareVariants, type Comparison } from '../compare/compare-variants.js'
import type { Metric } from '../definition/metric.js'
import { readPlain } from '../disk/plain-files.js'
import { readState, readVariant } from '../disk/read-variant.js'
import { stemOf, type ErrorRow, type ResultRow, type TraceTurn } from '../disk/rows.js'
import { variantPaths, type VariantPaths } from '../disk/variant-paths.js'
import { ReportError } from '../errors/report-error.js'
import { isVariant } from '../run/is-variant.js'
import { summarize, type RunSummary } from '../run/summary.js'

/** Which flow. */
export interface ReportOptions {
  /** Where the flows are; `.claude/hillclimb` unless given. */
  readonly dir?: string
  readonly flow: string
}

/** One variant, as it is reported. */
export interface ReportVariant {
  readonly name: string
  readonly summary: RunSummary
  readonly results: readonly ResultRow[]
  readonly errors: readonly ErrorRow[]
  /** By the stem of its attempt; of some there may be none. */
  readonly traces: ReadonlyMap<string, readonly TraceTurn[]>
}

/** What a report is made of. */
export interface ReportSource {
  readonly flow: string
  readonly metrics: readonly Metric[]
  /** The baseline first, then in the order of their numbers. */
  readonly variants: readonly ReportVariant[]
  /** Each other variant against the first. */
  readonly comparisons: readonly Comparison[]
}

/**
 * Reads a flow.
 * @throws ReportError when no variant of it has a row, or it has no state.
 */
export async function readReport({ dir = '.claude/hillclimb', flow }: ReportOptions): Promise<ReportSource> {
  const { flow: folder, ...paths } = variantPaths(dir, flow, 'baseline')
  const state = await readState({ flow: folder, ...paths })
  if (state === undefined) throw new ReportError(flow, `${paths.state} is missing or no state`)
  const metrics = state.metrics
  const names = (await readdir(folder)).filter(isVariant).toSorted((a, b) => numberOf(a) - numberOf(b))
  const variants: ReportVariant[] = []
  for (const name of names) {
    const variant = await readOne(variantPaths(dir, flow, name), { flow, name, metrics })
    if (variant.results.length + variant.errors.length > 0) variants.push(variant)
  }
  const [first, ...others] = variants
  if (first === undefined) throw new ReportError(flow, `${folder} has no variant with a row`)
  const comparisons: Comparison[] = []
  for (const { name, results } of others) {
    if (results.length === 0 || first.results.length === 0) continue
    comparisons.push(await compareVariants({ dir, flow, baseline: first.name, variant: name }))
  }
  return { flow, metrics, variants, comparisons }
}

function numberOf(variant: string): number {
  return variant === 'baseline' ? -1 : Number(variant.slice(1))
}

interface Known {
  readonly flow: string
  readonly name: string
  readonly metrics: readonly Metric[]
}

async function readOne(paths: VariantPaths, { flow, name, metrics }: Known): Promise<ReportVariant> {
  const { results, errors, spent } = await readVariant(paths)
  const traces = new Map<string, readonly TraceTurn[]>()
  for (const row of results) {
    const stem = stemOf(row)
    const trace = await readTrace(paths, stem)
    if (trace !== undefined) traces.set(stem, trace)
  }
  const summary = summarize({ flow, variant: name, metrics, results, errors, spent })
  return { name, summary, results, errors, traces }
}

async function readTrace(paths: VariantPaths, stem: string): Promise<TraceTurn[] | undefined> {
  // The stem is a row's own word: it must not lead elsewhere.
  if (!/^[A-Za-z0-9._-]+$/.test(stem)) return undefined
  const text = await readPlain(paths.root, join(paths.traces, `${stem}.json`))
  try {
    const value: unknown = text === undefined ? undefined : JSON.parse(text)
    return Array.isArray(value) ? value.filter(isTurn) : undefined
  } catch {
    return undefined
  }
}

function isTurn(value: unknown): value is TraceTurn {
  if (typeof value !== 'object' || value === null) return false
  const { role, content, name } = value as Partial<Record<keyof TraceTurn, unknown>>
  return typeof role === 'string' && typeof content === 'string' && (name === undefined || typeof name === 'string')
}
