// Reads the fenced TypeScript of a Markdown page and writes it into a folder where it can be compiled and run.
// A written file keeps each line where the page has it, so that an error's line number is the page's own.

import { dirname, join } from 'node:path'

/** One fenced ```ts block. */
export interface DocumentationBlock {
  /** The page, from the repository's root. */
  page: string
  /** The line of the page on which the block's code begins, counted from 1. */
  line: number
  code: string
  /** The path given as `file=…` after `ts`: other blocks of the page can import the block by it. */
  file?: string
  /** Whether the block is only compiled (`ts no-run`). */
  isOnlyCompiled: boolean
}

/** A block on disk. */
export interface WrittenBlock extends DocumentationBlock {
  path: string
}

/** Finds every fenced block whose language is `ts` or `typescript`. */
export function extractBlocks(page: string, markdown: string): DocumentationBlock[] {
  return [...markdown.matchAll(/^( *)```(?:ts|typescript)\b([^\n]*)\n([\s\S]*?)^\1```\s*$/gm)].map((match) => {
    const [, indent = '', attributes = '', code = ''] = match
    const file = /\bfile=(\S+)/.exec(attributes)?.[1]
    return {
      page,
      line: markdown.slice(0, match.index).split('\n').length + 1,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      isOnlyCompiled: /\bno-run\b/.test(attributes),
      ...(file === undefined ? {} : { file }),
    }
  })
}

/** Writes each block under `folder`, those of one page beside each other. */
export async function writeBlocks(folder: string, blocks: readonly DocumentationBlock[]): Promise<WrittenBlock[]> {
  return Promise.all(
    blocks.map(async (block) => {
      const path = join(folder, pageFolder(block.page), block.file ?? `line-${block.line}.ts`)
      await Bun.write(path, `${'\n'.repeat(block.line - 1)}${block.code}\nexport {}\n`)
      return { ...block, path }
    }),
  )
}

/** Puts the pages' names in place of the written files' in what a compiler or a run has printed. */
export function withPageNames(output: string, folder: string, blocks: readonly WrittenBlock[]): string {
  let text = output
  for (const block of blocks) {
    const fromFolder = block.path.slice(folder.length + 1)
    const fromRoot = join('tests/.tmp', folder.slice(dirname(folder).length + 1), fromFolder)
    for (const name of [block.path, fromRoot, fromFolder]) text = text.replaceAll(name, block.page)
  }
  return text
}

/** Whether a block is a test, and not a module that runs by being imported. */
export function usesTestRunner({ code }: DocumentationBlock): boolean {
  return code.includes(`'bun:test'`)
}

function pageFolder(page: string): string {
  return page.replace(/\.md$/, '').replaceAll('/', '-')
}
