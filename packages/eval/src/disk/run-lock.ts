/**
 * Nobody pays twice: one run of a variant at a time, or attempts of it one by one, each once. What a killed process left
 * holds nobody up.
 */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EvalFolderError } from '../errors/eval-folder-error.js'
import { createFile, makeFolder, readPlain } from './plain-files.js'
import { stemOf, type AttemptKey } from './rows.js'
import type { VariantPaths } from './variant-paths.js'

/** Files that this very process holds: a number of a process is given to another in time, even to this one. */
const held = new Set<string>()

type Unlock = () => Promise<void>

/**
 * Locks a variant until the function that it returns is called.
 * @throws EvalFolderError when another run of it, or an attempt by itself, is going on.
 */
export async function lockVariant(paths: VariantPaths): Promise<Unlock> {
  const unlock = await hold(paths, paths.lock)
  try {
    // Each looks at the other's file when its own is there, so that of two at once one is refused at least.
    for (const name of await readdir(paths.claims).catch(() => [])) {
      const claim = join(paths.claims, name)
      await refuseHeld(paths, claim)
      await rm(claim, { force: true })
    }
    return unlock
  } catch (error) {
    await unlock()
    throw error
  }
}

/**
 * Claims one attempt until the function that it returns is called.
 * @throws EvalFolderError when somebody makes it already, or a run of the variant is going on.
 */
export async function claimAttempt(paths: VariantPaths, key: AttemptKey): Promise<Unlock> {
  await makeFolder(paths.root, paths.claims)
  const unlock = await hold(paths, join(paths.claims, stemOf(key)))
  try {
    await refuseHeld(paths, paths.lock)
    return unlock
  } catch (error) {
    await unlock()
    throw error
  }
}

async function hold({ root, resume }: VariantPaths, file: string): Promise<Unlock> {
  // The second time, what a killed process left is gone.
  for (const last of [false, true]) {
    if (!held.has(file) && (await createFile(file, String(process.pid), resume))) {
      held.add(file)
      return async () => {
        held.delete(file)
        await rm(file, { force: true })
      }
    }
    const owner = Number(await readPlain(root, file))
    if (last || held.has(file) || isAlive(owner)) throw inUse(file, owner)
    await rm(file, { force: true })
  }
  throw inUse(file, process.pid)
}

async function refuseHeld({ root }: VariantPaths, file: string): Promise<void> {
  const owner = Number(await readPlain(root, file))
  if (held.has(file) || isAlive(owner)) throw inUse(file, owner)
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

function inUse(file: string, owner: number): EvalFolderError {
  return new EvalFolderError(
    file,
    `says that process ${owner} is running this already, and two would pay twice. Wait for it, or run another variant: \`{ variant: 'v1' }\`.`,
  )
}
