/** The eval of a flow, among the files of evals. Passes over no file that cannot be read in silence. */
import { loadEvals, type Eval, type EvalFileError } from '@understudy/eval'
import { FlowNotFoundError } from './errors/flow-not-found-error.js'
import { findEvalFiles } from './find-eval-files.js'

/** The eval, and the files beside it that could not be read. */
export interface FoundFlow {
  readonly evaluation: Eval
  readonly failures: readonly EvalFileError[]
}

/**
 * Finds a flow in the files given, or in every file of an eval below this folder.
 * @throws FlowNotFoundError when no file has it, or several have.
 */
export async function findFlow(
  flow: string | undefined,
  given: readonly string[],
  onRead?: (file: string) => void,
): Promise<FoundFlow> {
  const files = await findEvalFiles(given)
  const { evals, failures } = await loadEvals(files, onRead && { onRead })
  const matching = flow === undefined ? evals : evals.filter(({ evaluation }) => evaluation.flow === flow)
  const [found] = matching
  // One eval in a file that was named needs no second name; anything else is paid for only when it is named.
  const isMeant = flow !== undefined || given.length > 0
  if (found === undefined || matching.length > 1 || !isMeant) {
    const known = evals.map(({ file, evaluation }) => ({ flow: evaluation.flow, file }))
    throw new FlowNotFoundError({ flow, known, failures, matching: matching.map(({ file }) => file) })
  }
  return { evaluation: found.evaluation, failures }
}
