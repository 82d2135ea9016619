/**
 * The fakes of this process that have not ended. Tests of one file may run side by side, each with a fake of its own;
 * files of tests run one after another, so a live fake of another file is one that nobody ended.
 */
import { describeSite, testFileOf, type CallSite } from './call-site.js'
import { UnendedFakeError } from '../errors/unended-fake-error.js'
import type { FakeWords } from './prompted.js'
import { toError } from './to-error.js'

/** A fake that lives. */
export interface LiveFake {
  readonly fake: Disposable
  readonly madeAt: CallSite
  /** How it is spoken of. */
  readonly words: FakeWords
}

const live = new Set<LiveFake>()

/** Counts a fake among the live ones until the result is called. */
export function enlist(entry: LiveFake): () => void {
  live.add(entry)
  return () => void live.delete(entry)
}

/**
 * Ends what earlier files of tests left behind.
 * @throws UnendedFakeError for the first of them.
 */
export function refuseUnended(here: CallSite): void {
  if (live.size === 0) return
  const file = testFileOf(here)
  // Without a file of tests, as in a hook of a set-up file, nothing is known of what runs beside it.
  if (file === undefined) return
  const left = [...live].filter(({ madeAt }) => isOfAnotherFile(madeAt, file))
  const causes = left.map(({ fake }) => endOf(fake))
  const [first] = left
  if (first === undefined) return
  const { madeAt, words } = first
  throw new UnendedFakeError({ madeAt: describeSite(madeAt) ?? 'an unknown place', cause: causes[0], words })
}

function isOfAnotherFile(madeAt: CallSite, file: string): boolean {
  const other = testFileOf(madeAt)
  return other !== undefined && other !== file
}

function endOf(fake: Disposable): Error | undefined {
  try {
    fake[Symbol.dispose]()
    return undefined
  } catch (error) {
    return toError(error)
  }
}
