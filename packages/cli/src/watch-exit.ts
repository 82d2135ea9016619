/** A process that code of an eval ends must not pass for a run that came to its end. Knows no run. */
import type { Surroundings } from './surroundings.js'

/** How far the command is. */
export interface ExitWatch extends Disposable {
  /** A file is being imported, and nothing was spent. */
  reading(file: string): void
  /** Attempts are being made. */
  running(): void
}

const REFUSED = 2
const BROKEN = 3

/** Watches until disposed: where the process ends meanwhile, it says why, and with which code. */
export function watchExit({ onExit, stderr }: Pick<Surroundings, 'onExit' | 'stderr'>): ExitWatch {
  let where = 'before anything ran'
  let code = REFUSED
  const forget = onExit?.(() => {
    const kept = code === BROKEN ? 'What was scored is on disk: run it again to go on.' : 'Nothing was spent.'
    stderr.write(
      `error: The process was ended ${where}, by code that it loaded. ${kept} Look for \`process.exit()\`.\n`,
    )
    return code
  })
  return {
    reading: (file) => {
      where = `while ${file} was imported`
    },
    running: () => {
      where = 'while attempts were made'
      code = BROKEN
    },
    [Symbol.dispose]: () => forget?.(),
  }
}
