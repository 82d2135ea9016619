// A page's bugs are read, planted and held to what the page says.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractBlocks, writeBlocks } from './documentation-blocks'
import { extractBugs, misses, writeBugs, type WrittenBug } from './documentation-bugs'

const page = [
  '```diff file=sum.ts',
  ' // adds',
  '-export const sum = 1 - 1',
  '+export const sum = 1 + 1',
  '```',
  '```ts',
  `import { expect, test } from 'bun:test'`,
  `import { sum } from './sum'`,
  `test('adds', () => expect(sum).toBe(2))`,
  '```',
  '```text fails',
  'Expected: 2',
  '  Received: …',
  '```',
  '## The code',
  '```ts file=sum.ts',
  '// adds',
  'export const sum = 1 + 1',
  '```',
  '```ts',
  `import { test } from 'bun:test'`,
  `test('of another section', () => {})`,
  '```',
].join('\n')

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documentation-bugs-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function plant(markdown: string) {
  return writeBugs(
    extractBugs('docs/page.md', markdown),
    await writeBlocks(folder, extractBlocks('docs/page.md', markdown)),
  )
}

test('a bug is read with what it mends, what it breaks and how its tests fail', () => {
  expect(extractBugs('docs/page.md', page)).toEqual([
    {
      page: 'docs/page.md',
      line: 2,
      endLine: 15,
      file: 'sum.ts',
      mended: '// adds\nexport const sum = 1 + 1\n',
      broken: '// adds\nexport const sum = 1 - 1\n',
      failure: ['Expected: 2', 'Received: …'],
    },
  ])
})

test('a bug is written beside the tests of its own section', async () => {
  const [bug] = await plant(page)
  expect(bug?.tests).toEqual([join(folder, 'docs-page-bug-2/line-7.ts')])
  expect(await Bun.file(join(folder, 'docs-page-bug-2/sum.ts')).text()).toContain('1 - 1')
  expect(await Bun.file(join(folder, 'docs-page/sum.ts')).text()).toContain('1 + 1')
})

test.each([
  [
    'of a file that is not there',
    page.replace('diff file=sum.ts', 'diff file=product.ts'),
    'no block of the page writes',
  ],
  ['of a line that is not there', page.replace('+export const sum = 1 + 1', '+export const sum = 2'), 'exactly once'],
  [
    'of a line that is there twice',
    page.replace('// adds\nexport', '// adds\nexport const sum = 1 + 1\n// adds\nexport'),
    'exactly once',
  ],
  ['without a test', page.replace(`from 'bun:test'`, `from 'elsewhere'`), 'has no test under it'],
])('a bug %s is refused', async (_, markdown, message) => {
  await expect(plant(markdown)).rejects.toThrow(message)
})

describe('what a bug misses', () => {
  const bug: WrittenBug = {
    page: 'docs/page.md',
    line: 2,
    endLine: 15,
    file: 'sum.ts',
    mended: '',
    broken: '',
    failure: ['Expected: 2', 'Received: …'],
    tests: ['/repo/tests/.tmp/d/bug/line-7.ts'],
  }
  const heading = 'tests/.tmp/d/bug/line-7.ts:'
  const failed = ['7 | Expected: 2', '  Expected: 2', '  Received: 0', '(fail) adds [1ms]']

  test('is nothing where its test fails as the page says', () => {
    expect(misses(bug, [heading, ...failed].join('\n'))).toEqual([])
  })

  test.each([
    ['a test that passes', [heading, 'Expected: 2', 'Received: 0', '(pass) adds [1ms]'], 'a test under it passes'],
    ['a test that did not run', ['tests/.tmp/d/other/line-7.ts:', ...failed], 'a test under it passes'],
    [
      'a test that fails in another way',
      [heading, '7 | Expected: 2', 'Received: 0', '(fail) adds [1ms]'],
      'prints Expected: 2',
    ],
  ])('is %s', (_, printed, message) => {
    expect(misses(bug, printed.join('\n'))[0]).toContain(message)
  })

  test('is a page that does not say how its test fails', () => {
    expect(misses({ ...bug, failure: [] }, [heading, ...failed].join('\n'))).toEqual([
      'docs/page.md:2 does not say how its test fails.',
    ])
  })
})
