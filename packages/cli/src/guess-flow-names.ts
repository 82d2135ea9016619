/** The flows that there seem to be, by the names of files and folders alone. Runs no file. */
import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { DEFAULT_FOLDER, findEvalFiles } from './find-eval-files.js'

/** Names of eval files and of folders that runs left, sorted, each once. */
export async function guessFlowNames(): Promise<string[]> {
  const files = await findEvalFiles([])
  const entries = await readdir(DEFAULT_FOLDER, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return [...new Set([...files.map((file) => basename(file).replace(/\.eval\.[^.]+$/, '')), ...folders])].toSorted()
}
