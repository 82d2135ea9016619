// The TypeScript files under every `packages/*/src`, read once for the tests that judge the source as text.

import { Glob } from 'bun'
import { join } from 'node:path'
import { listPackages, repositoryRoot, type WorkspacePackage } from '../scripts/workspace'

/** One TypeScript file of a package. */
export interface SourceFile {
  package: WorkspacePackage
  /** The path from the repository's root, such as `packages/app/src/gate.ts`. */
  path: string
  text: string
  /** Whether the file is a test, of values or of types, or is there for tests (`src/test-….ts`): it is not packed. */
  isTest: boolean
}

/** Reads every TypeScript file under `packages`. */
export async function readSourceFiles(): Promise<SourceFile[]> {
  const files: SourceFile[] = []
  for (const item of await listPackages()) {
    for await (const name of new Glob('src/**/*.ts').scan(item.path)) {
      const path = `packages/${item.folder}/${name}`
      const text = await Bun.file(join(repositoryRoot, path)).text()
      files.push({ package: item, path, text, isTest: /\.test(-d)?\.ts$|^src\/test-[^/]*\.ts$/.test(name) })
    }
  }
  return files
}
