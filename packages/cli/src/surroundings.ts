/** What a command meets outside of itself: where it writes, its environment, and interrupts. Knows no command. */

/** Takes text, as `process.stdout` does. */
export interface TextOutput {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** What surrounds a command. */
export interface Surroundings {
  readonly stdout: TextOutput
  readonly stderr: TextOutput
  readonly env: Readonly<Record<string, string | undefined>>
  /** Calls the listener for each interrupt until the result is called. */
  onInterrupt(listener: () => void): () => void
  /** Calls the listener where the process ends by itself, until the result is called; what it returns is the exit code. */
  onExit?(listener: () => number): () => void
}

/** Those of this process. */
export function ownSurroundings(): Surroundings {
  return {
    stdout: writerOf(process.stdout),
    stderr: writerOf(process.stderr),
    env: process.env,
    onInterrupt: (listener) => {
      process.on('SIGINT', listener)
      return () => process.off('SIGINT', listener)
    },
    onExit: (listener) => {
      const end = (): void => {
        process.exitCode = listener()
      }
      process.on('exit', end)
      return () => process.off('exit', end)
    },
  }
}

/** The stream as it writes now: what is put in front of it later is for others. */
function writerOf(stream: NodeJS.WriteStream): TextOutput {
  const write = stream.write.bind(stream)
  return {
    write: (text) => write(text),
    get isTTY() {
      return stream.isTTY
    },
    get columns() {
      return stream.columns
    },
  }
}
