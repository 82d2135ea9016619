// Bugs planted by a page: a ```diff block mends a file of the page, from what is marked `-` to what is marked `+`. The
// page shows the mended file; here it is written once more with the bug in it, beside the tests that have to fail on it.

import { basename, dirname, join } from 'node:path'
import { usesTestRunner, type WrittenBlock } from './documentation-blocks'

/** One ```diff file=… block of a page, and what stands under it until the next one or the next `##`. */
export interface PlantedBug {
  page: string
  /** The line of the page on which the diff's first line stands, counted from 1. */
  line: number
  /** The line on which what belongs to it ends. */
  endLine: number
  file: string
  mended: string
  broken: string
  /** What the failing tests print: the lines of its ```text fails blocks. */
  failure: string[]
}

/** A bug on disk. */
export interface WrittenBug extends PlantedBug {
  /** The tests that have to fail. */
  tests: string[]
}

/** What makes `bun test` print each file's heading and failures as plain text, wherever the suite itself runs. */
export const plainReport: Record<string, string | undefined> = {
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
  GITHUB_ACTIONS: undefined,
  CLAUDECODE: undefined,
  REPL_ID: undefined,
  AGENT: undefined,
}

/** Finds every bug that a page plants. */
export function extractBugs(page: string, markdown: string): PlantedBug[] {
  return [...markdown.matchAll(/^```diff file=(\S+)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [block, file = '', diff = ''] = match
    const after = match.index + block.length
    const length = markdown.slice(after).search(/^(?:```diff |## )/m)
    const section = length === -1 ? markdown.slice(after) : markdown.slice(after, after + length)
    const line = lineAt(markdown, match.index) + 1
    return {
      page,
      line,
      endLine: lineAt(markdown, after + section.length),
      file,
      mended: side(diff, '-'),
      broken: side(diff, '+'),
      failure: [...section.matchAll(/^```text fails\n([\s\S]*?)^```$/gm)].flatMap(([, text = '']) => linesOf(text)),
    }
  })
}

/** Writes each bug in a folder of its own: the files of its page, one of them broken, and the tests under the diff. */
export async function writeBugs(bugs: readonly PlantedBug[], blocks: readonly WrittenBlock[]): Promise<WrittenBug[]> {
  return Promise.all(
    bugs.map(async (bug) => {
      const page = blocks.filter((block) => block.page === bug.page)
      const broken = page.find(({ file }) => file === bug.file)
      const place = `${bug.page}:${bug.line}`
      if (broken === undefined) throw new Error(`${place} mends ${bug.file}, which no block of the page writes.`)
      if (broken.code.split(bug.mended).length !== 2) {
        throw new Error(`${place}: what it mends has to stand in ${bug.file} exactly once:\n${bug.mended}`)
      }
      const tests = page.filter((block) => usesTestRunner(block) && block.line > bug.line && block.line < bug.endLine)
      if (tests.length === 0) throw new Error(`${place} has no test under it.`)
      const write = async (block: WrittenBlock): Promise<string> => {
        const path = join(`${dirname(block.path)}-bug-${bug.line}`, basename(block.path))
        const code = block === broken ? block.code.replace(bug.mended, () => bug.broken) : block.code
        await Bun.write(path, `${'\n'.repeat(block.line - 1)}${code}\nexport {}\n`)
        return path
      }
      await Promise.all(page.filter((block) => block.file !== undefined && !usesTestRunner(block)).map(write))
      return { ...bug, tests: await Promise.all(tests.map(write)) }
    }),
  )
}

/**
 * What is wrong with the failures of a bug in what `bun test` printed: each test has to fail, and together they print
 * what the page says, whole lines or up to an ellipsis. Lines of source, which it prints too, do not count.
 */
export function misses({ page, line, tests, failure }: WrittenBug, printed: string): string[] {
  const place = `${page}:${line}`
  const sections = tests.map((path) => printedBy(path, printed))
  const passed = sections.filter((section) => !/^\(fail\) /m.test(section))
  const lines = linesOf(sections.join('\n').replaceAll(/^\s*\d+ \| .*$/gm, ''))
  const isPrinted = (text: string): boolean =>
    text.endsWith('…') ? lines.some((line) => line.startsWith(text.slice(0, -1))) : lines.includes(text)
  return [
    ...(failure.length === 0 ? [`${place} does not say how its test fails.`] : []),
    ...passed.map((section) => `${place} breaks the code, and a test under it passes:\n${section}`),
    ...failure
      .filter((text) => !isPrinted(text))
      .map((text) => `${place} says that its test prints ${text}\nIt prints:\n${lines.join('\n')}`),
  ]
}

/** What `bun test` printed under the heading of one file. */
function printedBy(path: string, printed: string): string {
  const heading = /^tests\/\.tmp\/.*:$/gm
  const sections = [...printed.matchAll(heading)].map(({ index, 0: title }, place, all) => ({
    title: title.slice(0, -1),
    text: printed.slice(index, all[place + 1]?.index),
  }))
  return sections.find(({ title }) => path.endsWith(title))?.text ?? ''
}

/** One side of a diff: the lines that are not marked with the sign, without their marks. */
function side(diff: string, without: '-' | '+'): string {
  const lines = diff.split('\n').filter((line) => !line.startsWith(without))
  return lines.map((line) => line.slice(1)).join('\n')
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
