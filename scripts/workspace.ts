// The publishable packages of this repository, in the order in which they can be built.
// Knows package.json files and folders, and nothing of what the packages do.

import { Glob } from 'bun'
import { dirname, join } from 'node:path'

/** The repository's root folder. */
export const repositoryRoot: string = dirname(import.meta.dir)

/** The parts of a package.json that the tooling reads. */
export interface PackageManifest {
  name: string
  version: string
  exports: Record<string, string | Record<string, string>>
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** One folder under `packages/`. */
export interface WorkspacePackage {
  /** The folder's own name, such as `script`. */
  folder: string
  /** The folder's absolute path. */
  path: string
  manifest: PackageManifest
}

/** Lists the packages so that each comes after those of this repository that it depends on. */
export async function listPackages(): Promise<WorkspacePackage[]> {
  const packages: WorkspacePackage[] = []
  for await (const file of new Glob('packages/*/package.json').scan(repositoryRoot)) {
    const path = join(repositoryRoot, dirname(file))
    packages.push({
      folder: path.slice(path.lastIndexOf('/') + 1),
      path,
      manifest: await Bun.file(join(path, 'package.json')).json(),
    })
  }
  return inBuildOrder(packages.toSorted((a, b) => a.folder.localeCompare(b.folder)))
}

function inBuildOrder(packages: WorkspacePackage[]): WorkspacePackage[] {
  const ordered = new Set<WorkspacePackage>()
  const visit = (item: WorkspacePackage, path: string[]): void => {
    if (path.includes(item.folder))
      throw new Error(`Packages depend on each other in a circle: ${[...path, item.folder].join(' -> ')}.`)
    for (const other of packages) {
      if (other.manifest.name in (item.manifest.dependencies ?? {})) visit(other, [...path, item.folder])
    }
    ordered.add(item)
  }
  for (const item of packages) visit(item, [])
  return [...ordered]
}
