/** Where eval files are. Reads names, and no file. */

/** Where flows are kept, unless a command is told otherwise. */
export const DEFAULT_FOLDER = '.claude/hillclimb'

const PATTERN = '**/*.eval.{ts,mts,js,mjs}'
const IGNORED = ['**/node_modules/**', '**/dist/**', '**/.git/**']

/** The files given, or every file of an eval below this folder, sorted. */
export async function findEvalFiles(given: readonly string[]): Promise<string[]> {
  if (given.length > 0) return [...given]
  // Loaded when there is something to look for: a command that was told its files starts sooner.
  const { glob } = await import('tinyglobby')
  return (await glob(PATTERN, { ignore: IGNORED })).toSorted()
}
