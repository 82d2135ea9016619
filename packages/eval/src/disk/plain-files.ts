/**
 * Files that are what they seem: nothing is read or written through a symbolic link, and a file is there whole or not at
 * all. Knows no rows.
 */
import { constants } from 'node:fs'
import { link, lstat, mkdir, open, readdir, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { EvalFolderError } from '../errors/eval-folder-error.js'

// Not on Windows, where the check before has to do.
const NO_FOLLOW: number = constants.O_NOFOLLOW ?? 0

/**
 * Checks that nothing from `root`, which may be one itself, down to `path` is a symbolic link.
 * @throws EvalFolderError
 */
export async function refuseLinks(root: string, path: string): Promise<void> {
  let at = root
  for (const part of relative(root, path).split(sep)) {
    at = join(at, part)
    const status = await unlessMissing(lstat(at))
    if (status?.isSymbolicLink()) {
      throw new EvalFolderError(
        at,
        "is a symbolic link, and an eval writes through none. Put a real file or folder there, or keep them elsewhere: `{ dir: 'evals' }`.",
      )
    }
  }
}

const TEMPORARY = '.tmp'

/** Removes what killed processes left half written. For when nobody else writes. */
export async function tidyScratch(scratch: string): Promise<void> {
  const names = await readdir(scratch)
  await Promise.all(names.filter((name) => name.endsWith(TEMPORARY)).map((name) => rm(join(scratch, name))))
}

/** A file's text; undefined where there is none. */
export async function readPlain(root: string, path: string): Promise<string | undefined> {
  await refuseLinks(root, path)
  return await orRefused(path, unlessMissing(readFile(path, 'utf8')))
}

/** Makes a folder, and those above it. */
export async function makeFolder(root: string, path: string): Promise<void> {
  await refuseLinks(root, path)
  await orRefused(path, mkdir(path, { recursive: true }))
}

/** Opens a file to append to. */
export async function openToAppend(root: string, path: string): Promise<FileHandle> {
  await refuseLinks(root, path)
  return await orRefused(
    path,
    open(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW, 0o644),
  )
}

/** Writes a file whole, in the place of what was there. `scratch` is a folder on the same disk for the time between. */
export async function replaceFile(path: string, text: string, scratch: string): Promise<void> {
  await throughScratch(path, { text, scratch }, rename)
}

/** Writes a file whole, unless there is one: then that one stays, and the answer is false. */
export async function createFile(path: string, text: string, scratch: string): Promise<boolean> {
  try {
    await throughScratch(path, { text, scratch }, link)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Names half-written files: several may be on their way at once. */
let written = 0

async function throughScratch(
  path: string,
  { text, scratch }: { readonly text: string; readonly scratch: string },
  place: (from: string, to: string) => Promise<void>,
): Promise<void> {
  written += 1
  const temporary = join(scratch, `${process.pid}-${written}${TEMPORARY}`)
  await rm(temporary, { force: true })
  await orRefused(path, writeFile(temporary, text, { flag: 'wx' }))
  try {
    await place(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** The same with an error that says which path, and what to do, in the place of the system's own. */
async function orRefused<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
    throw new EvalFolderError(
      path,
      `cannot be used (${code}). Make it a place that this user can write to, or keep them elsewhere: \`{ dir: 'evals' }\`.`,
      { cause },
    )
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
