/** Runs files of tests in a child process, and gives back what a person would read. */
import { join } from 'node:path'

/** What became of a run. */
export interface FixtureRun {
  readonly code: number
  readonly printed: string
  readonly passed: number
  readonly failed: number
}

/** Runs fixtures of this folder with `bun test`, in the order given. */
export async function runFixtures(names: readonly string[], flags: readonly string[] = []): Promise<FixtureRun> {
  const files = names.map((name) => join(import.meta.dir, `${name}.fixture.ts`))
  // Not the suite's own order, which is random: here the order of the files is what is tested.
  const child = Bun.spawn([process.execPath, 'test', ...files, '--config=/dev/null', ...flags], {
    cwd: join(import.meta.dir, '../..'),
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const printed = await new Response(child.stderr).text()
  const count = (what: string): number => Number(new RegExp(`^ *(\\d+) ${what}$`, 'm').exec(printed)?.[1] ?? 0)
  return { code: await child.exited, printed, passed: count('pass'), failed: count('fail') }
}
