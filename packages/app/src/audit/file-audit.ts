/** A sink that appends records to a file, one JSON line each. */
import { accessSync, appendFileSync, constants, mkdirSync, statSync, type Stats } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { AppSetupError } from '../errors/app-setup-error.js'
import { escaped, quoted } from '../quoted.js'
import type { AuditSink } from './audit-record.js'

const files = new WeakMap<AuditSink, string>()

/** Where a sink of {@link fileAudit} writes; undefined for any other. */
export function fileOf(sink: AuditSink): string | undefined {
  return files.get(sink)
}

/**
 * Appends each record to the file as a line of JSON without control characters, in the order in which the calls end. The
 * directories are made when they are missing and the first record is written; a file that was moved away in between is
 * begun anew.
 *
 * A line is in the file, whole, before the call that it is about gives its answer: it is written synchronously.
 * @throws AppSetupError when the path is no path, or nothing can be written there as things are.
 */
export function fileAudit(path: string): AuditSink {
  if (typeof path !== 'string' || path.trim() === '')
    throw new AppSetupError(`fileAudit() needs a path to write to. ${FIX}`)
  // Wherever the process is later.
  const file = resolve(path)
  assertWritable(file)
  const sink: AuditSink = (record) => {
    const line = `${escaped(JSON.stringify(record))}\n`
    try {
      appendFileSync(file, line)
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ENOENT') throw error
      mkdirSync(dirname(file), { recursive: true })
      appendFileSync(file, line)
    }
  }
  files.set(sink, file)
  return sink
}

const FIX = "Write `fileAudit('storage/agent-audit.jsonl')`."

/** Looks, and makes nothing yet: an app that is only imported leaves no file behind. */
function assertWritable(file: string): void {
  const found = foundAt(file)
  if (found?.isDirectory()) throw unwritable(file, 'it is a directory')
  const place = found === undefined ? nearestFolder(file) : file
  try {
    accessSync(place, constants.W_OK)
  } catch (cause) {
    throw unwritable(file, cause instanceof Error ? cause.message : 'it cannot be written to')
  }
}

/** The folder in which the file, or the first of the folders that it lacks, would be made. */
function nearestFolder(file: string): string {
  const folder = dirname(file)
  const found = foundAt(folder)
  if (found === undefined) return nearestFolder(folder)
  if (!found.isDirectory()) throw unwritable(file, `${quoted(folder, Infinity)} is no directory`)
  return folder
}

function foundAt(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    // What is below a file, or too long, is not there either: the nearest folder says why.
    return undefined
  }
}

function unwritable(file: string, why: string): AppSetupError {
  return new AppSetupError(
    `fileAudit() cannot write to ${quoted(file, Infinity)}: ${why}. Give it a file of its own. ${FIX}`,
  )
}
