// Starts processes that use one database at the same time (store-worker.ts), and talks to them over pipes: no test waits
// for a time. Knows no store.

import type { Conversation } from '@understudy/agents'
import type { ApprovalFiling } from '@understudy/app'
import { fileURLToPath } from 'node:url'

/** What a process can be told to do. */
export type StoreCommand =
  | { readonly do: 'migrate' }
  | { readonly do: 'file'; readonly filing: ApprovalFiling }
  | { readonly do: 'spend'; readonly id: string; readonly now: string }
  | { readonly do: 'append'; readonly id: string; readonly turn: Conversation['messages'] }
  | { readonly do: 'take'; readonly name: string; readonly limit: number; readonly now: number }
  | { readonly do: 'create, and get stuck'; readonly conversation: Conversation }
  | { readonly do: 'append, and get stuck'; readonly id: string; readonly turn: Conversation['messages'] }

/** A process with stores of its own. Killed when it is disposed of. */
export interface StoreProcess extends AsyncDisposable {
  /** Tells it what to do and gives its answer; a failure is an answer as well, `{ failed }`. */
  ask(command: StoreCommand): Promise<unknown>
  /** Ends it at once, whatever it is doing, with no chance to clean up. */
  kill(): Promise<void>
}

const program = fileURLToPath(new URL('./store-worker.ts', import.meta.url))

/** Starts a process on a database. Resolves when it takes commands. */
export async function startStoreProcess(url: string): Promise<StoreProcess> {
  const child = Bun.spawn([process.execPath, program, url], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const answers = linesOf(child.stdout)
  const nextAnswer = async (): Promise<unknown> => {
    const { value, done } = await answers.next()
    if (done === true) throw new Error('The process ended without an answer.')
    return JSON.parse(value)
  }
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await child.exited
  }
  await nextAnswer()
  return {
    kill,
    async ask(command) {
      await child.stdin.write(`${JSON.stringify(command)}\n`)
      await child.stdin.flush()
      return nextAnswer()
    },
    [Symbol.asyncDispose]: kill,
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
