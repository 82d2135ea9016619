// Every TypeScript example in README.md, docs/ and the packages' READMEs compiles and runs.
// All are compiled in one child process and run in two: those that use bun:test, and the others. What a page says of a
// bug, that a test fails on it and how, holds as well: those tests run in a third, on the code with the bug in it.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '../scripts/workspace'
import { extractBlocks, usesTestRunner, withPageNames, writeBlocks, type WrittenBlock } from './documentation-blocks'
import { extractBugs, misses, plainReport, writeBugs, type WrittenBug } from './documentation-bugs'

const pagePatterns = ['README.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/*/README.md']
const temporaryFolder = join(repositoryRoot, 'tests/.tmp')
const compiler = join(repositoryRoot, 'node_modules/typescript/bin/tsc')

let folder: string
let blocks: WrittenBlock[]
let bugs: WrittenBug[]

beforeAll(async () => {
  await mkdir(temporaryFolder, { recursive: true })
  folder = await mkdtemp(join(temporaryFolder, 'documentation-'))
  const pages = pagePatterns.flatMap((pattern) => [...new Glob(pattern).scanSync(repositoryRoot)])
  const found = await Promise.all(
    pages.map(async (page) => {
      const markdown = await Bun.file(join(repositoryRoot, page)).text()
      return { blocks: extractBlocks(page, markdown), bugs: extractBugs(page, markdown) }
    }),
  )
  blocks = await writeBlocks(
    folder,
    found.flatMap((page) => page.blocks),
  )
  bugs = await writeBugs(
    found.flatMap((page) => page.bugs),
    blocks,
  )
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command in the repository. */
async function run(command: string[]): Promise<{ succeeded: boolean; printed: string }> {
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: repositoryRoot,
    env: { ...process.env, ...plainReport },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { succeeded: (await child.exited) === 0, printed: output + complaint }
}

/** Runs a command in the repository and returns what it printed when it failed, each line marked, or nothing. */
async function failureOf(command: string[]): Promise<string> {
  const { succeeded, printed } = await run(command)
  return succeeded ? '' : withPageNames(printed, folder, blocks).replaceAll(/^/gm, '| ')
}

/** A module that runs each file and, when some fail, says where each failed and exits with 1. */
function runnerOf(files: readonly WrittenBlock[]): string {
  const runs = files.map(({ path, page, line }) => ({ path, name: `${page}:${line}` }))
  return `let failures = 0
for (const { path, name } of ${JSON.stringify(runs)}) {
  try {
    await import(path)
  } catch (error) {
    failures += 1
    console.error('The example at ' + name + ' failed:', error)
  }
}
process.exit(failures === 0 ? 0 : 1)
`
}

describe('the documentation', () => {
  test('shows a complete example in README.md', () => {
    expect(blocks.filter((block) => block.page === 'README.md')).not.toEqual([])
  })

  test('has no example that does not compile', async () => {
    const project = join(folder, 'tsconfig.json')
    await Bun.write(project, JSON.stringify({ extends: '../../../tsconfig.json', include: ['**/*.ts'] }))
    expect(await failureOf([compiler, '--noEmit', '-p', project])).toBe('')
  }, 60_000)

  test('has no example that fails when it runs', async () => {
    const runner = join(folder, 'run-examples.js')
    await Bun.write(runner, runnerOf(blocks.filter((block) => !block.isOnlyCompiled && !usesTestRunner(block))))
    expect(await failureOf([runner])).toBe('')
  }, 60_000)

  test('has no example test that fails', async () => {
    const files = blocks.filter((block) => !block.isOnlyCompiled && usesTestRunner(block)).map((block) => block.path)
    expect(files.length === 0 ? '' : await failureOf(['test', ...files])).toBe('')
  }, 60_000)

  test('has no bug on which the test under it does not fail as the page says', async () => {
    const { printed } = await run(['test', ...bugs.flatMap(({ tests }) => tests)])
    expect(bugs.flatMap((bug) => misses(bug, printed)).join('\n\n')).toBe('')
  }, 60_000)
})

describe('an example is read from its page', () => {
  const page = [
    '# Title',
    '',
    '```ts',
    'const a = 1',
    '```',
    '',
    '- item',
    '',
    '  ```ts no-run file=src/app.ts',
    '  b()',
    '  ```',
    '```json',
    '{}',
    '```',
  ].join('\n')

  test('with its line, its file and whether it runs', () => {
    expect(extractBlocks('docs/page.md', page)).toEqual([
      { page: 'docs/page.md', line: 4, code: 'const a = 1\n', isOnlyCompiled: false },
      { page: 'docs/page.md', line: 10, code: 'b()\n', isOnlyCompiled: true, file: 'src/app.ts' },
    ])
  })
})
