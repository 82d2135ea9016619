/** Interrupts of a command, with real signals on a child process. */
import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Child, countOf, openWorkplace } from './test-command.js'

test('the first interrupt lets running cases finish, and starts no other', async () => {
  await using work = await openWorkplace()
  const child = new Child([...work.parrot, '--concurrency', '2'], { ...work.env, PARROT_WAITS: 'model' })
  await child.until('[asked]', 2)
  child.kill('SIGINT')
  await child.until('Interrupted: running cases finish')
  child.release(2)

  const finished = await child.finish()
  expect(finished.code).toBe(130)
  expect(countOf('[asked]', finished)).toBe(2)
  expect(countOf('[disposed]', finished)).toBe(countOf('[made]', finished))
  const rows = await readFile(join(work.dir, 'parrot/baseline/results.jsonl'), 'utf8')
  expect(rows.trim().split('\n')).toHaveLength(2)
  expect(finished.stdout).toContain('parrot/baseline: interrupted; run it again to go on')
}, 20_000)

test('the second ends at once, though a model never answers, and every app is disposed of', async () => {
  await using work = await openWorkplace()
  const child = new Child([...work.parrot, '--concurrency', '2'], { ...work.env, PARROT_WAITS: 'model' })
  await child.until('[asked]', 2)
  child.kill('SIGINT')
  await child.until('Interrupted: running cases finish')
  child.kill('SIGINT')

  const finished = await child.finish()
  expect(finished.code).toBe(130)
  expect(countOf('Ending at once.', finished)).toBe(1)
  expect(countOf('[graded]', finished)).toBe(0)
  // Asked for the apps that the probe makes, too.
  expect(countOf('[disposed]', finished)).toBe(countOf('[made]', finished))
}, 20_000)
