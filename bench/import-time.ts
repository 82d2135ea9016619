/** Measures how long an import, and the command, take in a process that has imported nothing yet. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { medianOf, type Ratio, ratioOf } from './ratio.js'

const ROUNDS = 25

/** The imports of a process, in order, timed together. */
type Imports = readonly string[]

/** The time of two ways of importing, in milliseconds, in turns. */
export async function measureImports(bare: Imports, ours: Imports): Promise<Ratio> {
  const first: number[] = []
  const second: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    first.push(await timeOf(bare))
    second.push(await timeOf(ours))
  }
  return ratioOf(medianOf(first), medianOf(second))
}

/** The package as one file, for what the number of its files costs. The result is to be imported, then disposed. */
export async function bundleOf(entry: string): Promise<{ readonly path: string } & AsyncDisposable> {
  // Within the package, so that what stays an import is found as the package finds it.
  const outdir = await mkdtemp(join(import.meta.dir, '../packages/testing/bundle-'))
  await Bun.build({
    entrypoints: [entry],
    target: 'bun',
    external: ['ai', 'ai/*', 'hono', 'hono/*'],
    splitting: true,
    outdir,
  })
  return {
    path: join(outdir, 'index.js'),
    [Symbol.asyncDispose]: () => rm(outdir, { recursive: true }),
  }
}

const command = join(import.meta.dir, '../packages/cli/bin/understudy.js')
const dryRun = ['ai:eval', '--dry-run', '--file', join(import.meta.dir, 'start-eval.ts'), '--dir', tmpdir()]

/** The time of a process that imports `ai` and of one that plans an eval of one case, from start to end, in turns. */
export async function measureStart(): Promise<Ratio> {
  const first: number[] = []
  const second: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    first.push(await lifetimeOf(['-e', "import 'ai'"]))
    second.push(await lifetimeOf([command, ...dryRun]))
  }
  return ratioOf(medianOf(first), medianOf(second))
}

async function lifetimeOf(args: readonly string[]): Promise<number> {
  const started = performance.now()
  const { exited } = Bun.spawn([process.execPath, ...args], {
    cwd: import.meta.dir,
    stdout: 'ignore',
    stderr: 'ignore',
  })
  if ((await exited) !== 0) throw new Error(`${args.join(' ')} failed.`)
  return performance.now() - started
}

async function timeOf(imports: Imports): Promise<number> {
  const script = `
    const before = Bun.nanoseconds()
    for (const name of ${JSON.stringify(imports)}) await import(name)
    process.stdout.write(String((Bun.nanoseconds() - before) / 1e6))`
  const { stdout, exited } = Bun.spawn([process.execPath, '-e', script], { cwd: import.meta.dir })
  const printed = await new Response(stdout).text()
  if ((await exited) !== 0) throw new Error(`Importing ${imports.join(', ')} failed.`)
  return Number(printed)
}
