// Packs the built packages into tarballs, exactly as they would be published.
// Does not build: call `buildAll()` from build.ts first.

import { join } from 'node:path'
import { listPackages, type WorkspacePackage } from './workspace'

/** A package and the tarball made of it. */
export interface PackedPackage extends WorkspacePackage {
  /** The tarball's absolute path. */
  tarball: string
}

/** Packs every package into the folder `destination`, which must exist. */
export async function packAll(destination: string): Promise<PackedPackage[]> {
  return Promise.all((await listPackages()).map((item) => packOne(item, destination)))
}

async function packOne(item: WorkspacePackage, destination: string): Promise<PackedPackage> {
  const tarball = join(destination, `${item.folder}.tgz`)
  const child = Bun.spawn([process.execPath, 'pm', 'pack', '--quiet', '--filename', tarball], {
    cwd: item.path,
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const problem = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`${item.manifest.name} cannot be packed.\n${problem}`)
  return { ...item, tarball }
}
