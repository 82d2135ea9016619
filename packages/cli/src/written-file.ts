/** Files that a command is told to write. Knows nothing of what is in them. */
import { access, constants, open, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OutputFileError } from './errors/output-file-error.js'

/**
 * Makes sure that a file can be written later, and leaves what is there as it is.
 * @throws OutputFileError
 */
export async function checkWritable(path: string): Promise<void> {
  await orRefused(path, async () => {
    const file = await open(path, constants.O_WRONLY).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return undefined
    })
    await file?.close()
    if (file === undefined) await access(dirname(path), constants.W_OK)
  })
}

/**
 * Writes a file.
 * @throws OutputFileError
 */
export async function writeTo(path: string, text: string): Promise<void> {
  await orRefused(path, () => writeFile(path, text))
}

async function orRefused(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    throw new OutputFileError(path, (cause as NodeJS.ErrnoException).code ?? 'unknown', { cause })
  }
}
