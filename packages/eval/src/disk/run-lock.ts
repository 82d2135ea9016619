/** One run of a variant at a time: two would pay for the same answers. A lock that a killed process left holds nobody up. */
import { rm } from 'node:fs/promises'
import { EvalFolderError } from '../errors/eval-folder-error.js'
import { createFile, readPlain } from './plain-files.js'
import type { VariantPaths } from './variant-paths.js'

/** Locks that this very process holds: a number of a process is given to another in time, even to this one. */
const held = new Set<string>()

/**
 * Locks a variant until the function that it returns is called.
 * @throws EvalFolderError when another run of it is going on.
 */
export async function lockVariant({ root, lock, resume }: VariantPaths): Promise<() => Promise<void>> {
  // The second time, what a killed process left is gone.
  for (const last of [false, true]) {
    if (!held.has(lock) && (await createFile(lock, String(process.pid), resume))) {
      held.add(lock)
      return async () => {
        held.delete(lock)
        await rm(lock, { force: true })
      }
    }
    const owner = Number(await readPlain(root, lock))
    if (last || held.has(lock) || isAlive(owner)) throw inUse(lock, owner)
    await rm(lock, { force: true })
  }
  throw inUse(lock, process.pid)
}

function isAlive(owner: number): boolean {
  if (!Number.isInteger(owner) || owner <= 0 || owner === process.pid) return false
  try {
    process.kill(owner, 0)
    return true
  } catch (error) {
    // Somebody else's process is one.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function inUse(lock: string, owner: number): EvalFolderError {
  return new EvalFolderError(
    lock,
    `says that process ${owner} is running this variant, and two runs would pay twice. Wait for it, or run another variant: \`{ variant: 'v1' }\`.`,
  )
}
