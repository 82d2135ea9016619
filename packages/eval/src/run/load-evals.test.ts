import { expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadEvals } from '../index.js'
import { StillClock, temporaryRun } from '../test-eval.js'

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

test('an import that never ends is named, and keeps no other file from being read', async () => {
  await using place = await temporaryRun()
  const [stuck, fine] = ['stuck.eval.ts', 'fine.eval.ts'].map((name) => join(place.options.dir, name)) as [
    string,
    string,
  ]
  await writeFile(stuck, 'await new Promise(() => undefined)')
  await writeFile(fine, `export default { flow: 'fine', definition: {} }`)
  const read: string[] = []
  const clock = new StillClock((wait) => wait === 5_000 && read.at(-1) === stuck)
  const { evals, failures } = await loadEvals([stuck, fine], {
    clock,
    timeoutMs: 5_000,
    onRead: (file) => read.push(file),
  })
  expect(failures).toMatchObject([{ file: stuck, message: expect.stringContaining('did not end in 5 s') }])
  expect(evals).toMatchObject([{ file: fine }])
  expect(read).toEqual([stuck, fine])
})
