/** How far a run is: one live line on a terminal, elsewhere a line now and then. Knows no run. */
import type { clearLine, cursorTo } from 'node:readline'
import { describeProgress, type RunProgress } from '@understudy/eval'
import { isTerminal } from './palette.js'
import type { Surroundings, TextOutput } from './surroundings.js'

/** Shows progress, and lets other lines past it. */
export interface LiveProgress {
  show(progress: RunProgress): void
  /** Writes a line of its own to another stream. */
  say(message: string, output: TextOutput): void
  /** Writes what somebody else prints, and keeps the line below it. */
  pass(text: string, output: TextOutput): void
  /** Leaves the line clear. */
  end(): void
}

/** Where a terminal does not say how wide it is, or says 0. */
const USUAL_WIDTH = 80

/** Without a terminal, a line for each tenth of the whole. */
const PARTS = 10

/** Progress on `output`. */
export async function showProgress(output: TextOutput, env: Surroundings['env']): Promise<LiveProgress> {
  return isTerminal(output, env) ? liveLine(output, await import('node:readline')) : plainLines(output)
}

interface Cursor {
  readonly clearLine: typeof clearLine
  readonly cursorTo: typeof cursorTo
}

function liveLine(output: TextOutput, cursor: Cursor): LiveProgress {
  let last = ''
  // These two only write an escape sequence.
  const stream = output as unknown as NodeJS.WritableStream
  const clear = (): void => {
    cursor.cursorTo(stream, 0)
    cursor.clearLine(stream, 0)
  }
  const draw = (): void => {
    clear()
    output.write(last.slice(0, Math.max(1, (output.columns || USUAL_WIDTH) - 1)))
  }
  return {
    show: (progress) => {
      last = describeProgress(progress)
      draw()
    },
    say: (message, other) => {
      clear()
      other.write(`${message}\n`)
      draw()
    },
    pass: (text, other) => {
      clear()
      other.write(text)
      // Half a line is not to be drawn over.
      if (text.endsWith('\n')) draw()
    },
    end: clear,
  }
}

function plainLines(output: TextOutput): LiveProgress {
  let part = -1
  return {
    show: (progress) => {
      const now = Math.floor((progress.done * PARTS) / progress.total)
      if (now === part) return
      part = now
      output.write(`${describeProgress(progress)}\n`)
    },
    say: (message, other) => void other.write(`${message}\n`),
    pass: (text, other) => void other.write(text),
    end: () => undefined,
  }
}
