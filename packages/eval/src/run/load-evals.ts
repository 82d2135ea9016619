/** Reads files of evals; one that cannot be read keeps no other from it. Finds no files and runs nothing. */
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
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

/** The default export of each file. */
export async function loadEvals(files: readonly string[]): Promise<LoadedEvals> {
  const evals: LoadedEval[] = []
  const failures: EvalFileError[] = []
  for (const file of files) {
    if (!(await isFile(file))) {
      failures.push(new EvalFileError(file, 'there is no such file'))
      continue
    }
    try {
      const module: { readonly default?: unknown } = await import(pathToFileURL(resolve(file)).href)
      if (!isEval(module.default)) failures.push(new EvalFileError(file, 'its default export is no eval'))
      else evals.push({ file, evaluation: module.default })
    } catch (cause) {
      failures.push(new EvalFileError(file, cause instanceof Error ? cause.message : String(cause), { cause }))
    }
  }
  return { evals, failures }
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
