/** Where the files of a variant are. The layout is a contract with report builders outside of this project. */
import { join } from 'node:path'
import { isSafeName } from '../cases/safe-id.js'
import { EvalFolderError } from '../errors/eval-folder-error.js'
import { isVariant } from '../run/is-variant.js'

/** Absolute or relative as the folder that they were made from. */
export interface VariantPaths {
  readonly root: string
  readonly flow: string
  readonly state: string
  readonly variant: string
  readonly results: string
  readonly errors: string
  readonly traces: string
  readonly summary: string
  readonly progress: string
  /** What only the runner needs, to go on where it was: answers, the ledger, and files half written. */
  readonly resume: string
  readonly answers: string
  readonly spend: string
  readonly lock: string
  /** A file for each attempt that is being made by itself. */
  readonly claims: string
}

/**
 * The folder of a flow.
 * @throws EvalFolderError for a name that would lead elsewhere.
 */
export function flowFolder(root: string, flow: string): string {
  if (isSafeName(flow)) return join(root, flow)
  throw new EvalFolderError(
    `${root}/${flow}`,
    `is no folder of a flow: ${JSON.stringify(flow)} is no name for one. Name it: \`{ flow: 'ticket-digest' }\`.`,
  )
}

/**
 * The paths below `root`.
 * @throws EvalFolderError for names that would lead elsewhere.
 */
export function variantPaths(root: string, flow: string, variant: string): VariantPaths {
  const folder = flowFolder(root, flow)
  const inside = join(folder, variant)
  if (!isVariant(variant)) {
    throw new EvalFolderError(
      inside,
      'is no folder of a variant. Variants are "baseline" and "v1", "v2", …: `{ variant: \'v1\' }`.',
    )
  }
  const resume = join(inside, 'resume')
  return {
    root,
    flow: folder,
    state: join(folder, '_state.json'),
    variant: inside,
    results: join(inside, 'results.jsonl'),
    errors: join(inside, 'errors.jsonl'),
    traces: join(inside, 'traces'),
    summary: join(inside, 'summary.json'),
    progress: join(inside, 'progress.txt'),
    resume,
    answers: join(resume, 'answers'),
    spend: join(resume, 'spend.jsonl'),
    lock: join(resume, 'lock'),
    claims: join(resume, 'claims'),
  }
}
