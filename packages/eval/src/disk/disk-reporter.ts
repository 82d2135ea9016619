/**
 * The reporter that writes a flow's files. Whatever moment it is killed at, what is on disk is whole: files appear at once,
 * rows are appended a line at a time, and an answer is there before anything is made of it.
 */
import { join } from 'node:path'
import type { SpendEntry } from '../cost/spend.js'
import { EvalFolderError } from '../errors/eval-folder-error.js'
import type { RunSummary } from '../run/summary.js'
import type { EvalReporter, PriorRun, RunStart } from './eval-reporter.js'
import { LineAppender } from './json-lines.js'
import { createFile, makeFolder, readPlain, refuseLinks, replaceFile, tidyScratch } from './plain-files.js'
import { readState, readVariant } from './read-variant.js'
import { claimAttempt, lockVariant } from './run-lock.js'
import { stemOf, type AttemptKey, type ErrorRow, type ResultRow, type TraceTurn } from './rows.js'
import { encodeAnswer, type StoredAnswer } from './stored-answer.js'
import { variantPaths, type VariantPaths } from './variant-paths.js'

interface OpenVariant {
  readonly paths: VariantPaths
  readonly files: OpenFiles
}

type OpenFiles = Readonly<Record<'results' | 'errors' | 'spend' | 'progress', LineAppender>>

/** Writes under a folder; one for each run. */
export class DiskReporter implements EvalReporter {
  readonly #root: string
  #open: OpenVariant | undefined
  #unlock: (() => Promise<void>) | undefined

  constructor(root: string) {
    this.#root = root
  }

  async prior(flow: string, variant: string): Promise<PriorRun> {
    return await readVariant(variantPaths(this.#root, flow, variant))
  }

  async claim(flow: string, variant: string, key: AttemptKey): Promise<() => Promise<void>> {
    return await claimAttempt(variantPaths(this.#root, flow, variant), key)
  }

  async begin({ flow, variant, state, exclusive, replaced }: RunStart): Promise<void> {
    const paths = variantPaths(this.#root, flow, variant)
    const { root } = paths
    for (const folder of [paths.traces, paths.answers]) await makeFolder(root, folder)
    for (const file of [paths.state, paths.summary]) await refuseLinks(root, file)
    if (exclusive) {
      this.#unlock = await lockVariant(paths)
      await tidyScratch(paths.resume)
    }
    await createFile(paths.state, `${JSON.stringify(state, undefined, 2)}\n`, paths.resume)
    if ((await readState(paths)) === undefined) throw noState(paths)
    if (replaced.length > 0) await dropRows(paths, new Set(replaced.map(stemOf)))
    this.#open = { paths, files: await openAll(paths, exclusive) }
  }

  async answered(answer: StoredAnswer, trace: readonly TraceTurn[]): Promise<void> {
    const { paths } = this.#opened()
    const name = `${stemOf(answer)}.json`
    // The trace first: an answer is never without one, whatever moment this ends at.
    await replaceFile(join(paths.traces, name), `${JSON.stringify(trace, undefined, 2)}\n`, paths.resume)
    await replaceFile(join(paths.answers, name), encodeAnswer(answer), paths.resume)
  }

  async asking(entry: SpendEntry): Promise<void> {
    await this.spent(entry)
  }

  async spent(entry: SpendEntry): Promise<void> {
    await this.#opened().files.spend.append(JSON.stringify(entry))
  }

  async scored(row: ResultRow): Promise<void> {
    await this.#opened().files.results.append(JSON.stringify(row))
  }

  async failed(row: ErrorRow): Promise<void> {
    await this.#opened().files.errors.append(JSON.stringify(row))
  }

  async progress(line: string): Promise<void> {
    await this.#opened().files.progress.append(line)
  }

  async end(summary: RunSummary): Promise<void> {
    await writeSummary(this.#opened().paths, summary)
  }

  async close(): Promise<void> {
    const files = Object.values(this.#open?.files ?? {})
    this.#open = undefined
    await Promise.all(files.map((file: LineAppender) => file.close()))
    await this.#unlock?.()
    this.#unlock = undefined
  }

  #opened(): OpenVariant {
    if (this.#open === undefined)
      throw new EvalFolderError(
        this.#root,
        'is not open, and nothing was written. Open it before anything is reported: `await reporter.begin(start)`.',
      )
    return this.#open
  }
}

/** No run rewrites a state, and a variant without one can be neither compared nor reported. */
function noState({ state }: VariantPaths): EvalFolderError {
  return new EvalFolderError(
    state,
    `is there, and is no state that can be read. Mend it, or take it away, and the next run draws another: \`mv ${state} ${state}.old\`.`,
  )
}

/** Opens all files of lines, or none. */
async function openAll(paths: VariantPaths, alone: boolean): Promise<OpenFiles> {
  const opened: LineAppender[] = []
  const open = async (path: string): Promise<LineAppender> => {
    const file = await LineAppender.open(paths.root, path, alone)
    opened.push(file)
    return file
  }
  try {
    return {
      results: await open(paths.results),
      errors: await open(paths.errors),
      spend: await open(paths.spend),
      progress: await open(paths.progress),
    }
  } catch (error) {
    await Promise.all(opened.map((file) => file.close()))
    throw error
  }
}

/** Merges a summary into the one that is there: what others added to it stays. */
export async function writeSummary(paths: VariantPaths, summary: RunSummary): Promise<void> {
  const there = asObject(await readPlain(paths.root, paths.summary))
  await replaceFile(paths.summary, `${JSON.stringify({ ...there, ...summary }, undefined, 2)}\n`, paths.resume)
}

function asObject(text: string | undefined): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}

/** Takes rows out of the results, so that each attempt has one. */
async function dropRows(paths: VariantPaths, stems: ReadonlySet<string>): Promise<void> {
  const { results } = await readVariant(paths)
  const kept = results.filter((row) => !stems.has(stemOf(row)))
  await replaceFile(paths.results, kept.map((row) => `${JSON.stringify(row)}\n`).join(''), paths.resume)
}
