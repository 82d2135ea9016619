/**
 * What a person reads when a test fails and the end of its fake fails too, under Bun: a child process runs such tests.
 * Under Vitest, on each Node: packed.test.ts.
 */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { failingTests } from './consumer/failing/failing-tests'
import { coloured, expectBothErrors, plain } from './suppressed-errors'

for (const { name, env, escapes } of [plain, coloured]) {
  test(`both errors are readable, the failed assertion first, ${name}`, async () => {
    const child = Bun.spawn([process.execPath, 'test', './failing.bun.mjs'], {
      cwd: join(import.meta.dir, 'consumer/failing'),
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
      env: { ...process.env, ...env },
    })
    const printed = await new Response(child.stderr).text()

    expect(await child.exited).not.toBe(0)
    expect(printed.includes('\u001b[')).toBe(escapes)
    expect(printed).toContain(`${failingTests.length} fail`)
    expectBothErrors(printed)
  }, 30_000)
}
