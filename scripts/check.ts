// Runs everything that CI runs, one step after the other, and says at the end which of them failed and what each took.
// A failed step does not stop the later ones: one run shows every problem.

import { repositoryRoot } from './workspace'

/** The steps are package scripts of the root package.json. Tests come last, so that their counts close the output. */
const steps = ['typecheck', 'lint', 'format:check', 'knip', 'build', 'check:packages', 'test'] as const

interface StepResult {
  step: string
  passed: boolean
  seconds: number
}

async function runScript(step: string): Promise<StepResult> {
  console.log(`\n== ${step}`)
  const started = performance.now()
  const child = Bun.spawn([process.execPath, 'run', step], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const passed = (await child.exited) === 0
  return { step, passed, seconds: (performance.now() - started) / 1000 }
}

async function installDependencies(): Promise<void> {
  const child = Bun.spawn([process.execPath, 'install', '--frozen-lockfile'], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await child.exited) !== 0) throw new Error('The dependencies cannot be installed from bun.lock.')
}

await installDependencies()
const results: StepResult[] = []
for (const step of steps) results.push(await runScript(step))
console.log('')
for (const { step, passed, seconds } of results) {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${step} (${seconds.toFixed(1)} s)`)
}
if (results.some((result) => !result.passed)) process.exitCode = 1
