/** Where eval files are. Reads names, and no file. */
import { glob } from 'tinyglobby'

/** Where flows are kept, unless a command is told otherwise. */
export const DEFAULT_FOLDER = '.claude/hillclimb'

const PATTERN = '**/*.eval.{ts,mts,js,mjs}'
const IGNORED = ['**/node_modules/**', '**/dist/**', '**/.git/**']

/** The files given, or every file of an eval below this folder, sorted. */
export async function findEvalFiles(given: readonly string[]): Promise<string[]> {
  if (given.length > 0) return [...given]
  return (await glob(PATTERN, { ignore: IGNORED })).toSorted()
}
