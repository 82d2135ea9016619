// Builds every package: `src/*.ts` becomes `dist/*.js` and `dist/*.d.ts`, one file for one file, without tests.
// Each package is compiled against the built declarations of those before it, as a user outside this repository sees them.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listPackages, repositoryRoot, type WorkspacePackage } from './workspace'

const compiler = join(repositoryRoot, 'node_modules/typescript/bin/tsc')

/** Builds all packages in order of their dependencies; throws with the compiler's output when one does not compile. */
export async function buildAll(): Promise<void> {
  for (const item of await listPackages()) await buildPackage(item)
}

async function buildPackage(item: WorkspacePackage): Promise<void> {
  await rm(join(item.path, 'dist'), { recursive: true, force: true })
  const child = Bun.spawn([process.execPath, compiler, '-p', 'tsconfig.build.json'], {
    cwd: item.path,
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const output = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${item.manifest.name} does not compile.\n${output}`)
}

if (import.meta.main) await buildAll()
