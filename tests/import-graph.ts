// The rules on what a package's source may import, as data, and the function that applies them.
// Knows no file system: it is handed the files, so that a test can hand it wrong ones.

import { parseSync, Visitor } from 'oxc-parser'
import { posix } from 'node:path'
import type { SourceFile } from './source-files'

/**
 * The arrows between packages: for each, which of the guarded packages its source may import. Nothing else that is
 * guarded is allowed. `hono` is there for `agents` and `testing` because they hand on an app's own types and requests.
 */
export const allowedArrows: Record<string, readonly string[]> = {
  script: ['ai'],
  app: ['hono'],
  agents: ['@understudy/app', 'ai', 'hono'],
  testing: ['@understudy/app', '@understudy/agents', '@understudy/script', 'ai', 'hono'],
  eval: ['@understudy/app', '@understudy/agents', 'ai'],
  cli: ['@understudy/app', '@understudy/eval'],
}

/** Packages that only an arrow above lets in, types included. Everything else follows package.json alone. */
const guardedPackages = [/^@understudy\//, /^ai$/, /^@ai-sdk\//, /^hono$/, /^@hono\//]

/** No package depends on a test runner: it would bind its users to one. */
const testRunners = [/^bun:test$/, /^node:test/, /^vitest/, /^@vitest\//, /^jest/, /^@jest\//, /^mocha$/, /^ava$/]

/** Returns one sentence for each import in `files` that the rules forbid. Tests are not judged. */
export function findForbiddenImports(files: readonly SourceFile[]): string[] {
  const sources = files.filter((file) => !file.isTest)
  const onEveryRuntime = filesBehindMainEntry(sources)
  return sources.flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      const reason = judge(file, specifier, onEveryRuntime.has(file.path))
      return reason === undefined ? [] : [`${file.path} imports "${specifier}": ${reason}.`]
    }),
  )
}

function judge(file: SourceFile, specifier: string, onEveryRuntime: boolean): string | undefined {
  if (testRunners.some((pattern) => pattern.test(specifier))) return 'no package imports a test runner'
  if (specifier.startsWith('.')) return judgeRelative(file, specifier)
  if (specifier === 'bun' || specifier.startsWith('bun:')) {
    return onEveryRuntime ? 'what needs Bun sits behind a subpath of its own, and this file is behind "."' : undefined
  }
  if (specifier.startsWith('node:')) return undefined
  return judgePackage(file, packageNameOf(specifier))
}

function judgeRelative(file: SourceFile, specifier: string): string | undefined {
  const target = posix.join(posix.dirname(file.path), specifier)
  return target.startsWith(`packages/${file.package.folder}/src/`) ? undefined : 'the path leaves the package’s src'
}

function judgePackage({ package: { folder, manifest } }: SourceFile, name: string): string | undefined {
  const isGuarded = guardedPackages.some((pattern) => pattern.test(name))
  if (isGuarded && name !== manifest.name && !allowedArrows[folder]?.includes(name)) {
    return `there is no arrow from ${folder} to ${name}`
  }
  const isListed = name in { ...manifest.dependencies, ...manifest.peerDependencies }
  return isListed ? undefined : `${name} is neither in dependencies nor in peerDependencies`
}

function packageNameOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** The paths of the files that importing a package by its bare name loads, following relative imports. */
function filesBehindMainEntry(files: readonly SourceFile[]): Set<string> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const reached = new Set<string>()
  const waiting = files.filter((file) => file.path === mainEntryOf(file))
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file.path)) continue
    reached.add(file.path)
    for (const specifier of importsOf(file).filter((name) => name.startsWith('.'))) {
      const target = byPath.get(posix.join(posix.dirname(file.path), specifier).replace(/(\.js|\.ts)?$/, '.ts'))
      if (target) waiting.push(target)
    }
  }
  return reached
}

function mainEntryOf({ package: { folder, manifest } }: SourceFile): string {
  const main = manifest.exports['.']
  return posix.join('packages', folder, typeof main === 'object' ? (main['bun'] ?? '') : (main ?? ''))
}

/** Every specifier that a file imports or re-exports: values, types, `import()` and `import('…').Type` alike. */
export function importsOf(file: Pick<SourceFile, 'path' | 'text'>): string[] {
  const { program, errors } = parseSync(file.path, file.text)
  if (errors.length > 0) throw new Error(`${file.path} cannot be parsed: ${errors[0]?.message}`)
  const found = new Set<string>()
  const add = (source: { type: string; value?: unknown } | null): void => {
    if (source?.type === 'Literal' && typeof source.value === 'string') found.add(source.value)
  }
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
  }).visit(program)
  return [...found]
}
