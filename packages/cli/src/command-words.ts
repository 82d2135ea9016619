/** The fixes in messages of evals, which are code, in the words of the command line. Knows no error. */

const WORDS: readonly (readonly [code: string | RegExp, words: string])[] = [
  ["`{ regrade: false, stale: 'rerun' }`", '`--rerun-stale` without `--regrade`'],
  ['`{ regrade: false }`', 'run it without `--regrade`'],
  ['Run without { regrade }', 'Run without `--regrade`'],
  ['`{ only: { ids } }`', '`--case ID`'],
  ["`{ stale: 'rerun' }`", '`--rerun-stale`'],
  ["`{ dir: 'evals' }`", '`--dir evals`'],
  [/`\{ variant: '(v\d+)' \}`/g, '`--variant $1`'],
  [/`\{ shard: \{ index: (\d+), count: (\d+) \} \}`/g, '`--shard $1/$2`'],
  ["`loadEvals(['tests/digest.eval.ts'])`", '`--file tests/digest.eval.ts`'],
]

/** The same message, its fixes as flags. */
export function inCommandWords(message: string): string {
  return WORDS.reduce((text, [code, words]) => text.replaceAll(code, words), message)
}
