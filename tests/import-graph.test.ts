// The arrows between the packages are what ARCHITECTURE.md says they are, and the check is able to fail.

import { describe, expect, test } from 'bun:test'
import { listPackages, type WorkspacePackage } from '../scripts/workspace'
import { allowedArrows, findForbiddenImports, importsOf } from './import-graph'
import { readSourceFiles, type SourceFile } from './source-files'

const packages = await listPackages()

/** A file of the package `folder` that holds `text`; the package's own package.json applies. */
function sourceFile(folder: string, text: string, path = 'src/index.ts'): SourceFile {
  const item = packages.find((candidate) => candidate.folder === folder) as WorkspacePackage
  return { package: item, path: `packages/${folder}/${path}`, text, isTest: path.endsWith('.test.ts') }
}

test('every package has its row of arrows', () => {
  expect(packages.filter((item) => !(item.folder in allowedArrows)).map((item) => item.folder)).toEqual([])
})

test('no source file imports what its package may not', async () => {
  const files = await readSourceFiles()
  expect(files.length).toBeGreaterThan(0)
  expect(findForbiddenImports(files)).toEqual([])
})

describe('the check refuses', () => {
  const refusals: [folder: string, text: string, reason: string][] = [
    ['app', `import { generateText } from 'ai'`, 'no arrow from app to ai'],
    ['app', `import type { ToolSet } from 'ai'`, 'no arrow from app to ai'],
    ['app', `export type Tools = import('ai').ToolSet`, 'no arrow from app to ai'],
    ['app', `const sdk = await import('ai')`, 'no arrow from app to ai'],
    ['app', `export { tool } from 'ai'`, 'no arrow from app to ai'],
    ['app', `import type { LanguageModelV4 } from '@ai-sdk/provider'`, 'no arrow from app to @ai-sdk/provider'],
    ['app', `import { Agent } from '@understudy/agents'`, 'no arrow from app to @understudy/agents'],
    ['script', `import type { Hono } from 'hono'`, 'no arrow from script to hono'],
    ['script', `import { createMiddleware } from 'hono/factory'`, 'no arrow from script to hono'],
    ['script', `import { tools } from '@understudy/app'`, 'no arrow from script to @understudy/app'],
    ['agents', `import { scriptedModel } from '@understudy/script'`, 'no arrow from agents to @understudy/script'],
    ['testing', `import { expect } from 'bun:test'`, 'no package imports a test runner'],
    ['testing', `import { vi } from 'vitest'`, 'no package imports a test runner'],
    ['testing', `import test from 'node:test'`, 'no package imports a test runner'],
    ['script', `import { z } from 'zod'`, 'zod is neither in dependencies nor in peerDependencies'],
    ['app', `import { Database } from 'bun:sqlite'`, 'a subpath of its own'],
    ['app', `import { gate } from '../../agents/src/gate.js'`, 'leaves the package'],
  ]

  test.each(refusals)('in %s: %s', (folder, text, reason) => {
    expect(findForbiddenImports([sourceFile(folder, text)])).toEqual([expect.stringContaining(reason)])
  })

  test('Bun in a file that the main entry reaches through another', () => {
    const entry = sourceFile('app', `export { store } from './store.js'`)
    const store = sourceFile('app', `import { SQL } from 'bun'\nexport const store = SQL`, 'src/store.ts')
    expect(findForbiddenImports([entry, store])).toEqual([expect.stringContaining('packages/app/src/store.ts')])
  })
})

describe('the check lets pass', () => {
  test('Bun in a file that only a subpath reaches', () => {
    const store = sourceFile('app', `import { SQL } from 'bun'\nexport const store = SQL`, 'src/sql/store.ts')
    expect(findForbiddenImports([sourceFile('app', `export {}`), store])).toEqual([])
  })

  test('a test runner in a test', () => {
    expect(findForbiddenImports([sourceFile('app', `import { test } from 'bun:test'`, 'src/gate.test.ts')])).toEqual([])
  })

  test('the word import in comments and strings', () => {
    expect(importsOf({ path: 'example.ts', text: `// import 'ai'\nexport const text = "import 'ai'"` })).toEqual([])
  })
})
