import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { fromJsonl } from '../index.js'
import { rejection, someCases, temporaryRun } from '../test-eval.js'
import { collectCases } from './collect-cases.js'
import { safeId, shardOf } from './safe-id.js'
import { selectCases } from './select-cases.js'
import { splitCases } from './split-cases.js'

describe('a file of cases', () => {
  test('is read line by line, whatever ends them', async () => {
    await using run = await temporaryRun()
    const file = join(run.options.dir, 'cases.jsonl')
    await writeFile(file, '\uFEFF{"id":"a","input":"x","seed":[1]}\r\n\r\n{"id":"b","input":"","tags":["t"]}')
    expect(await fromJsonl(file)()).toEqual([
      { id: 'a', input: 'x', seed: [1] },
      { id: 'b', input: '', tags: ['t'] },
    ])
  })

  test('is refused with file and line of every bad one', async () => {
    await using run = await temporaryRun()
    const file = join(run.options.dir, 'cases.jsonl')
    await writeFile(
      file,
      '{"id":"a","input":"x"}\n{"id":7,"input":"x"}\n[]\n{"id":"d"}\n{broken\n{"id":"e","input":"","tags":"t"}\nnull',
    )
    expect(await rejection(fromJsonl(file)())).toMatchObject({
      code: 'EVAL_CASE',
      problems: [
        { where: `${file}:2`, problem: 'it has no "id", which is a text' },
        { where: `${file}:3`, problem: 'it is no object' },
        { where: `${file}:4`, problem: 'it has no "input", which is a text' },
        { where: `${file}:5`, problem: 'it is no JSON' },
        { where: `${file}:6`, problem: 'its "tags" are no list of texts' },
        { where: `${file}:7`, problem: 'it is no object' },
      ],
    })
  })

  test('is refused with file and line of every id that is taken, and lines that are empty count', async () => {
    await using run = await temporaryRun()
    const file = join(run.options.dir, 'cases.jsonl')
    await writeFile(
      file,
      '{"id":"a","input":"x"}\n\n{"id":"b","input":"x"}\n{"id":"a","input":"y"}\n{"id":"a","input":"z"}',
    )
    expect(await rejection(fromJsonl(file)())).toMatchObject({
      problems: [
        { where: `${file}:4`, problem: 'the id "a" is taken by line 1' },
        { where: `${file}:5`, problem: 'the id "a" is taken by line 4' },
      ],
    })
  })

  test('that is not there is named', async () => {
    expect(await rejection(fromJsonl('no/such.jsonl')())).toMatchObject({
      problems: [{ where: 'no/such.jsonl', problem: 'it cannot be read (ENOENT)' }],
    })
  })
})

describe('cases that cannot be had', () => {
  const broken = new Error('The table is gone.')
  test.each([
    [[], 'there are none'],
    [async () => [], 'there are none'],
    [async () => null, 'what gets them returned no list'],
    [
      async () => {
        throw broken
      },
      'getting them failed: Error: The table is gone.',
    ],
  ])('are refused: %p', async (cases, problem) => {
    expect(await rejection(collectCases(cases as never))).toMatchObject({
      code: 'EVAL_CASE',
      problems: [{ where: 'cases', problem }],
    })
  })
})

describe('an id', () => {
  test('that Windows takes for a device becomes another', () => {
    for (const id of ['con', 'NUL', 'com1', 'lpt9.txt', 'Aux.jsonl']) expect(safeId(id)).not.toBe(id)
    for (const id of ['console', 'com', 'nullable.txt']) expect(safeId(id)).toBe(id)
  })

  test('becomes one string that stays where it is put, and different ids become different ones', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 300 }), { minLength: 2, maxLength: 2 }),
        ([a, b]) => {
          const safe = safeId(a!)
          expect(safe).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/)
          expect(safe).not.toEndWith('.')
          expect(safeId(safe)).toBe(safe)
          expect(safeId(b!)).not.toBe(safe)
        },
      ),
    )
  })

  test('belongs to one shard of any number', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 64 }), (id, count) => {
        const shard = shardOf(id, count)
        expect(shard).toBeGreaterThanOrEqual(1)
        expect(shard).toBeLessThanOrEqual(count)
      }),
    )
  })
})

describe('cases are chosen', () => {
  const tagged = [
    { id: 'a', input: '', tags: ['red', 'big'] },
    { id: 'b', input: '', tags: ['blue'] },
    { id: 'c/d', input: '', tags: ['red'] },
  ]

  test('by id, tag, shard and number', async () => {
    const cases = await collectCases(tagged)
    const ids = (filter: Parameters<typeof selectCases>[1]): string[] =>
      selectCases(cases, filter).map(({ kase }) => kase.id)
    expect(ids({})).toEqual(['a', 'b', 'c/d'])
    expect(ids({ ids: ['c/d', 'a'] })).toEqual(['a', 'c/d'])
    expect(ids({ tags: ['big', 'blue'] })).toEqual(['a', 'b'])
    expect(ids({ tags: ['red'], limit: 1 })).toEqual(['a'])
    const shards = [1, 2, 3].flatMap((index) => ids({ shard: { index, count: 3 } }))
    expect(shards.toSorted()).toEqual(['a', 'b', 'c/d'])
  })

  test('never by an id or a tag that no case has', async () => {
    const cases = await collectCases(tagged)
    const choose = async (): Promise<unknown> => selectCases(cases, { ids: ['z'], tags: ['constructor'] })
    expect(await rejection(choose())).toMatchObject({
      problems: [
        { where: 'id "z"', problem: 'no case has it' },
        { where: 'tag "constructor"', problem: 'no case has it; there are: red, big, blue' },
      ],
    })
  })
})

test('the sets hold every case once, three to one to one, and each first tag alike', async () => {
  const cases = await collectCases(
    someCases(100).map((kase, index) => ({ ...kase, tags: [index < 50 ? 'a' : 'b', 'x'] })),
  )
  let state = 7
  const sets = splitCases(cases, () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647)
  expect([...sets.train_ids, ...sets.val_ids, ...sets.test_ids].toSorted()).toEqual(
    cases.map(({ promptId }) => promptId).toSorted(),
  )
  const ofA = (ids: readonly string[]): number => ids.filter((id) => Number(id.slice(1)) <= 50).length
  expect([sets.train_ids, sets.val_ids, sets.test_ids].map((ids) => [ids.length, ofA(ids)])).toEqual([
    [60, 30],
    [20, 10],
    [20, 10],
  ])
})
