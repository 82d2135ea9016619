/** Where eval files are. Reads names, and no file. */
import { resolve } from 'node:path'

/** Where flows are kept, unless a command is told otherwise. */
export const DEFAULT_FOLDER = '.claude/hillclimb'

const PATTERN = '**/*.eval.{ts,mts,js,mjs}'
const IGNORED = ['**/node_modules/**', '**/dist/**', '**/.git/**']

/** The files given, each once, or every file of an eval below this folder, sorted. */
export async function findEvalFiles(given: readonly string[]): Promise<string[]> {
  if (given.length > 0) return [...new Map(given.map((file) => [resolve(file), file])).values()]
  // Loaded when there is something to look for: a command that was told its files starts sooner.
  const { glob } = await import('tinyglobby')
  return (await glob(PATTERN, { ignore: IGNORED })).toSorted()
}
