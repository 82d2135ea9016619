/** Joins what several machines left of one flow, each its shard. Refuses what contradicts itself, and counts nothing twice. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EvalFolderError } from '../errors/eval-folder-error.js'
import { MergeError } from '../errors/merge-error.js'
import { isVariant } from '../run/is-variant.js'
import { summarize, type RunSummary } from '../run/summary.js'
import { writeSummary } from './disk-reporter.js'
import type { PriorRun } from './eval-reporter.js'
import { createFile, makeFolder, readPlain, replaceFile } from './plain-files.js'
import { readState, readVariant } from './read-variant.js'
import { stemOf, type ErrorRow, type ResultRow } from './rows.js'
import { flowFolder, variantPaths, type VariantPaths } from './variant-paths.js'

/** What to join, and where. */
export interface MergeOptions {
  readonly flow: string
  /** Folders of flows, as `dir` of a run is. */
  readonly from: readonly string[]
  /** May be one of them, and may have rows already. */
  readonly into: string
}

interface Source {
  readonly paths: VariantPaths
  readonly prior: PriorRun
}

interface Joined extends Pick<PriorRun, 'errors' | 'spent'> {
  readonly target: VariantPaths
  readonly sources: readonly Source[]
  readonly results: readonly ResultRow[]
}

/**
 * Joins the variants of a flow, and sums each up.
 * @throws MergeError when two rows of one attempt differ, or there is nothing to join.
 */
export async function mergeFlows({ flow, from, into }: MergeOptions): Promise<RunSummary[]> {
  const folders = [...new Set([into, ...from])]
  const problems = await missing(from, flow)
  const joined: Joined[] = []
  for (const variant of await variantsIn(folders, flow)) {
    const sources: Source[] = []
    for (const folder of folders) {
      const paths = variantPaths(folder, flow, variant)
      sources.push({ paths, prior: await readVariant(paths) })
    }
    joined.push(joinSources(variantPaths(into, flow, variant), sources, problems))
  }
  if (joined.length === 0 && problems.length === 0)
    problems.push(`none of ${folders.join(', ')} has a variant of "${flow}"`)
  if (problems.length > 0) throw new MergeError(problems)
  const summaries: RunSummary[] = []
  for (const each of joined) summaries.push(await write(flow, each))
  return summaries
}

/** A shard that is left out in silence would pass for one that had no cases. */
async function missing(from: readonly string[], flow: string): Promise<string[]> {
  const problems: string[] = []
  for (const folder of from) {
    if ((await variantsIn([folder], flow)).length === 0) problems.push(`${folder} has no variant of "${flow}"`)
  }
  return problems
}

async function variantsIn(folders: readonly string[], flow: string): Promise<string[]> {
  const names = await Promise.all(folders.map((folder) => readdir(flowFolder(folder, flow)).catch(() => [])))
  return [...new Set(names.flat())].filter(isVariant).toSorted()
}

function joinSources(target: VariantPaths, sources: readonly Source[], problems: string[]): Joined {
  const rows = new Map<string, ResultRow>()
  for (const { paths, prior } of sources) {
    for (const row of prior.results) {
      const stem = stemOf(row)
      const earlier = rows.get(stem)
      if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(row)) {
        problems.push(`${paths.results} has another row for ${stem} than a folder before it`)
      }
      rows.set(stem, row)
    }
  }
  const errors = new Map<string, ErrorRow>()
  for (const { prior } of sources) {
    // What a source says twice happened twice; what two say alike is one failure, copied.
    const seen = new Map<string, number>()
    for (const row of prior.errors) {
      const line = JSON.stringify(row)
      const nth = (seen.get(line) ?? 0) + 1
      seen.set(line, nth)
      errors.set(`${nth} ${line}`, row)
    }
  }
  const spent = new Map(sources.flatMap(({ prior }) => prior.spent).map((entry) => [entry.id, entry]))
  return { target, sources, results: [...rows.values()], errors: [...errors.values()], spent: [...spent.values()] }
}

async function write(flow: string, { target, sources, results, errors, spent }: Joined): Promise<RunSummary> {
  const { root, resume } = target
  for (const folder of [target.traces, target.answers]) await makeFolder(root, folder)
  const state = await copyState(target, sources)
  for (const { paths } of sources) {
    if (paths.variant === target.variant) continue
    for (const kind of ['traces', 'answers'] as const) await copyFiles(paths, target, kind)
  }
  const lines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('')
  await replaceFile(target.results, lines(results), resume)
  await replaceFile(target.errors, lines(errors), resume)
  await replaceFile(target.spend, lines(spent), resume)
  const progress = await Promise.all(sources.map(({ paths }) => readPlain(paths.root, paths.progress)))
  await replaceFile(target.progress, progress.map((text) => text ?? '').join(''), resume)
  const variant = target.variant.slice(target.flow.length + 1)
  const summary = summarize({ flow, variant, metrics: state, results, errors, spent })
  await writeSummary(target, summary)
  return summary
}

/** The first state that there is stays; the metrics are the same in all. */
async function copyState(
  target: VariantPaths,
  sources: readonly Source[],
): Promise<Parameters<typeof summarize>[0]['metrics']> {
  for (const { paths } of sources) {
    const state = await readState(paths)
    if (state === undefined) continue
    await createFile(target.state, `${JSON.stringify(state, undefined, 2)}\n`, target.resume)
    return state.metrics
  }
  throw new EvalFolderError(
    target.state,
    'is in none of the folders. Run the eval in one of them first: `runEval(evaluation, { dir })`.',
  )
}

async function copyFiles(from: VariantPaths, to: VariantPaths, kind: 'traces' | 'answers'): Promise<void> {
  const names = await readdir(from[kind]).catch(() => [])
  for (const name of names.filter((each) => /^[A-Za-z0-9._-]+_rep\d+\.json$/.test(each))) {
    const text = await readPlain(from.root, join(from[kind], name))
    if (text !== undefined) await replaceFile(join(to[kind], name), text, to.resume)
  }
}
