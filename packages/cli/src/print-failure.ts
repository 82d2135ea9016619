/** Tells why a command was refused, with the fix in the words of the command line. Decides on no exit code. */
import { inCommandWords } from './command-words.js'
import { paletteOf } from './palette.js'
import type { Surroundings } from './surroundings.js'

/** What the fix in an error's message, which is code, is called on the command line. */
const FLAGS: Readonly<Record<string, string>> = {
  COMPARE: 'On the command line: understudy ai:eval FLOW --variant VARIANT',
  STALE_RESULTS: 'On the command line: --rerun-stale, or --variant v1',
}

const CHOSEN = 'On the command line: --case ID, --tag TAG'

/** Prints an error's message to standard error: never its stack, no control character and no credential. */
export async function printFailure(
  error: unknown,
  { stderr, env }: Pick<Surroundings, 'stderr' | 'env'>,
): Promise<void> {
  const { hideSecrets, printable } = await import('@understudy/eval')
  const { red, dim } = paletteOf(stderr, env)
  const message = error instanceof Error ? error.message : String(error)
  stderr.write(`${red('error:')} ${hideSecrets(printable(inCommandWords(message)))}\n`)
  const flags = hintFor(error)
  if (flags !== undefined) stderr.write(`${dim(flags)}\n`)
}

function hintFor(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  if (error.code === 'EVAL_CASE') return 'chosen' in error && error.chosen === true ? CHOSEN : undefined
  return Object.hasOwn(FLAGS, error.code) ? FLAGS[error.code] : undefined
}
