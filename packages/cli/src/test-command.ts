/** The command in a test: in this process with its output kept, or as a child that is read line by line. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main, type Surroundings, type TextOutput } from './index.js'

const bin = join(import.meta.dir, '../bin/understudy.js')
/** The file of the eval that commands run. */
export const parrotFile: string = join(import.meta.dir, 'test-parrot-eval.ts')

/** What a command printed, and how it ended. */
export interface Finished {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** What a test may say about the surroundings. */
export interface TestSurroundings {
  readonly isTTY?: boolean
  readonly env?: Surroundings['env']
}

/** Runs the command in this process. */
export async function command(args: readonly string[], { isTTY, env = {} }: TestSurroundings = {}): Promise<Finished> {
  const written = { stdout: '', stderr: '' }
  const output = (name: keyof typeof written): TextOutput => ({
    isTTY,
    columns: 60,
    write: (text) => {
      written[name] += text
      return true
    },
  })
  const surroundings = { stdout: output('stdout'), stderr: output('stderr'), env, onInterrupt: () => () => undefined }
  return { code: await main(args, surroundings), ...written }
}

/** A folder of its own, with a file of cases, gone when disposed. */
export interface Workplace extends AsyncDisposable {
  readonly dir: string
  readonly casesFile: string
  /** The environment of a child. */
  readonly env: Readonly<Record<string, string>>
  /** The arguments that run the parrot there. */
  readonly parrot: readonly string[]
  writeCases(cases: readonly object[]): Promise<void>
}

/** Opens a folder with the cases `c1` to `c4`. */
export async function openWorkplace(): Promise<Workplace> {
  const dir = await mkdtemp(join(tmpdir(), 'understudy-cli-'))
  const casesFile = join(dir, 'cases.jsonl')
  const writeCases = (cases: readonly object[]): Promise<void> =>
    writeFile(casesFile, cases.map((each) => `${JSON.stringify(each)}\n`).join(''))
  await writeCases(['c1', 'c2', 'c3', 'c4'].map((id) => ({ id, input: `Say ${id}`, tags: [id] })))
  return {
    dir,
    casesFile,
    env: { PARROT_CASES: casesFile },
    parrot: ['ai:eval', 'parrot', '--file', parrotFile, '--dir', dir],
    writeCases,
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  }
}

/** A command as a child process. */
export class Child {
  readonly #process: Bun.Subprocess<'pipe', 'pipe', 'pipe'>
  readonly #stdout: Promise<string>
  readonly #stderr: Promise<void>
  #text = ''
  #heard = Promise.withResolvers<void>()

  constructor(args: readonly string[], env: Readonly<Record<string, string>>) {
    this.#process = Bun.spawn([process.execPath, bin, ...args], {
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    this.#stdout = new Response(this.#process.stdout).text()
    this.#stderr = this.#read()
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder()
    for await (const chunk of this.#process.stderr) {
      this.#text += decoder.decode(chunk, { stream: true })
      this.#hear()
    }
    this.#hear()
  }

  #hear(): void {
    this.#heard.resolve()
    this.#heard = Promise.withResolvers()
  }

  /** Waits until standard error has said a text so many times. */
  async until(text: string, times = 1): Promise<void> {
    while (this.#text.split(text).length <= times) {
      if (this.#process.exitCode !== null) throw new Error(`It ended before it said "${text}": ${this.#text}`)
      await this.#heard.promise
    }
  }

  /** Writes a line to its standard input for each that waits. */
  release(count: number): void {
    void this.#process.stdin.write('\n'.repeat(count))
    void this.#process.stdin.flush()
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal)
  }

  async finish(): Promise<Finished> {
    const code = await this.#process.exited
    const stdout = await this.#stdout
    await this.#stderr
    return { code, stdout, stderr: this.#text }
  }
}

/** How often a text is in another. */
export function countOf(text: string, { stderr }: Pick<Finished, 'stderr'>): number {
  return stderr.split(text).length - 1
}
