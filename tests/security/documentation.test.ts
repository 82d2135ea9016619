// Every promise of docs/security.md names the test that holds it, and that test is there.

import { describe, expect, test } from 'bun:test'
import { dirname, join } from 'node:path'
import { repositoryRoot } from '../../scripts/workspace.js'

const PAGE = 'docs/security.md'
const text = await Bun.file(join(repositoryRoot, PAGE)).text()
const [, promised = '', notPromised = ''] = text.split(/^## What is (?:not )?promised$/m)

interface Citation {
  readonly file: string
  readonly titles: readonly string[]
}

/** Each link to a test, with the titles in quotes that follow it. */
function citationsOf(part: string): Citation[] {
  return [...part.matchAll(/\]\(([^)]+\.test\.ts)\)((?:: |, )?(?:"[^"]+"(?:, )?)*)/g)].map(
    ([, file = '', quoted = '']) => ({
      file,
      titles: [...quoted.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
    }),
  )
}

function read(file: string): Promise<string> {
  return Bun.file(join(repositoryRoot, dirname(PAGE), file)).text()
}

const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
const promises = promised.split('\n').filter((line) => line.startsWith('- **'))

test('every link leads to a file', async () => {
  expect(links.length).toBeGreaterThan(20)
  for (const link of links)
    expect([link, await Bun.file(join(repositoryRoot, dirname(PAGE), link)).exists()]).toEqual([link, true])
})

describe('a promise', () => {
  test.each(promises.map((line) => ({ line, name: /\*\*(.+?)\*\*/.exec(line)?.[1] ?? line })))(
    'names a test that is there: $name',
    async ({ line }) => {
      const citations = citationsOf(line)
      expect(citations.flatMap(({ titles }) => titles)).not.toEqual([])
      for (const { file, titles } of citations) {
        const source = await read(file)
        for (const title of titles) expect(source).toContain(`'${title}'`)
      }
    },
  )
})

test('what is said of a limit is held by a test that is there', async () => {
  const citations = citationsOf(notPromised)
  expect(citations).not.toEqual([])
  for (const { file, titles } of citations) for (const title of titles) expect(await read(file)).toContain(`'${title}'`)
})

test('every test of this folder is cited', async () => {
  const files = [...new Bun.Glob('*.test.ts').scanSync(import.meta.dir)].filter(
    (file) => file !== 'documentation.test.ts',
  )
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter((file) => !text.includes(`tests/security/${file}`))).toEqual([])
})
