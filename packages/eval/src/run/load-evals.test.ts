import { expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadEvals } from '../index.js'
import { temporaryRun } from '../test-eval.js'

test('a file that throws is named, and keeps no other from being read', async () => {
  await using run = await temporaryRun()
  const file = (name: string): string => join(run.options.dir, name)
  await writeFile(file('a.ts'), `throw new Error('No key.')`)
  await writeFile(file('b.ts'), `export default 1`)
  await writeFile(file('c.ts'), `export default { flow: 'c', definition: {} }`)
  const { evals, failures } = await loadEvals([file('a.ts'), file('b.ts'), file('c.ts'), file('none.ts')])
  expect(evals.map((each) => each.file)).toEqual([file('c.ts')])
  expect(failures.map((failure) => [failure.code, failure.file])).toEqual([
    ['EVAL_FILE', file('a.ts')],
    ['EVAL_FILE', file('b.ts')],
    ['EVAL_FILE', file('none.ts')],
  ])
  expect(failures[0]).toMatchObject({ message: expect.stringContaining('No key.'), cause: expect.any(Error) })
})
