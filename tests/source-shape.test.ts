// The shape of the packages' source: names, sizes and headers. What a linter already checks is left to it.

import { expect, test } from 'bun:test'
import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import { readSourceFiles, type SourceFile } from './source-files'

const files = await readSourceFiles()
const sources = files.filter((file) => !file.isTest)

function pathsOf(selected: readonly SourceFile[]): string[] {
  return selected.map((file) => file.path)
}

function lineCount(file: SourceFile): number {
  return file.text.trimEnd().split('\n').length
}

/** The line count below which the given share of the source files lies. */
function lineCountAt(share: number): number {
  const counts = sources.map(lineCount).toSorted((a, b) => a - b)
  return counts[Math.ceil(counts.length * share) - 1] ?? 0
}

/** Whether the file begins with a comment that is not just the docstring of its first declaration. */
function hasModuleHeader(file: SourceFile): boolean {
  const { program, comments } = parseSync(file.path, file.text)
  const header = comments[0]
  const statement = program.body[0]
  if (!header || file.text.slice(0, header.start).replace(/^#!.*/, '').trim() !== '') return false
  if (!statement || statement.type === 'ImportDeclaration' || header.type === 'Line') return true
  return /\n\s*\n|\/\*/.test(file.text.slice(header.end, statement.start))
}

/** Whether the file is what a user imports: the package's own name or one of its subpaths. */
function isEntry(file: SourceFile): boolean {
  const targets = Object.values(file.package.manifest.exports).map((target) =>
    typeof target === 'string' ? target : target['bun'],
  )
  return targets.some(
    (target) => target !== undefined && posix.join('packages', file.package.folder, target) === file.path,
  )
}

test('file and folder names are kebab-case', () => {
  const kebabCase = /^packages\/[a-z0-9-]+\/src(\/[a-z0-9]+(-[a-z0-9]+)*)+(\.test|\.test-d)?\.ts$/
  expect(pathsOf(files.filter((file) => !kebabCase.test(file.path)))).toEqual([])
})

test('nothing is named for being left over', () => {
  const leftOver = /(^|[/.-])(utils?|helpers?|common|misc|shared)([/.-]|$)/
  expect(pathsOf(files.filter((file) => leftOver.test(file.path)))).toEqual([])
})

test('exports are listed by name, never with a star', () => {
  const hasStar = (file: SourceFile): boolean =>
    parseSync(file.path, file.text).program.body.some((statement) => statement.type === 'ExportAllDeclaration')
  expect(pathsOf(files.filter(hasStar))).toEqual([])
})

test('only what a user imports re-exports', () => {
  const reExports = (file: SourceFile): boolean =>
    parseSync(file.path, file.text).program.body.some(
      (statement) => statement.type === 'ExportNamedDeclaration' && statement.source !== null,
    )
  expect(pathsOf(sources.filter((file) => !isEntry(file) && reExports(file)))).toEqual([])
})

test('no file is longer than 400 lines', () => {
  expect(pathsOf(files.filter((file) => lineCount(file) > 400))).toEqual([])
})

test('the median source file is shorter than 90 lines and nine in ten are shorter than 220', () => {
  expect(lineCountAt(0.5)).toBeLessThan(90)
  expect(lineCountAt(0.9)).toBeLessThan(220)
})

test('every source file begins with a header that says what it is for', () => {
  expect(pathsOf(sources.filter((file) => !hasModuleHeader(file)))).toEqual([])
})
