/** Reads files of evals; one that cannot be read keeps no other from it. Finds no files and runs nothing. */
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { TimeLimit } from '../attempt/time-limit.js'
import { systemClock, untilAborted, type Clock } from '../clock.js'
import type { Eval } from '../definition/define-eval.js'
import { EvalFileError } from '../errors/eval-file-error.js'

/** An eval, and the file that it is the default export of. */
export interface LoadedEval {
  readonly file: string
  readonly evaluation: Eval
}

/** What the files came to. Whoever goes on with some must not pass the others over in silence. */
export interface LoadedEvals {
  readonly evals: readonly LoadedEval[]
  readonly failures: readonly EvalFileError[]
}

/** How files are read. */
export interface LoadOptions {
  /** Called before each file is. */
  readonly onRead?: (file: string) => void
  /** How long the import of one may take; a minute unless given. */
  readonly timeoutMs?: number
  readonly clock?: Clock
}

/** The default export of each file. */
export async function loadEvals(files: readonly string[], options: LoadOptions = {}): Promise<LoadedEvals> {
  const { onRead, timeoutMs = 60_000, clock = systemClock } = options
  const evals: LoadedEval[] = []
  const failures: EvalFileError[] = []
  for (const file of files) {
    if (!(await isFile(file))) {
      const fix = "Name one that is there: `loadEvals(['tests/digest.eval.ts'])`."
      failures.push(new EvalFileError(file, 'there is no such file', { fix }))
      continue
    }
    onRead?.(file)
    using limit = new TimeLimit(clock, timeoutMs)
    try {
      const module = await untilAborted(importFile(file), limit.signal)
      if (!isEval(module.default)) failures.push(new EvalFileError(file, 'its default export is no eval'))
      else evals.push({ file, evaluation: module.default })
    } catch (cause) {
      const late = `its import did not end in ${timeoutMs / 1_000} s`
      failures.push(new EvalFileError(file, limit.signal.aborted ? late : messageOf(cause), { cause }))
    }
  }
  return { evals, failures }
}

async function importFile(file: string): Promise<{ readonly default?: unknown }> {
  return await import(pathToFileURL(resolve(file)).href)
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

async function isFile(file: string): Promise<boolean> {
  return await stat(file).then(
    (status) => status.isFile(),
    () => false,
  )
}

function isEval(value: unknown): value is Eval {
  return typeof value === 'object' && value !== null && 'flow' in value && 'definition' in value
}
