/** A sink that appends records to a file, one JSON line each. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { AppSetupError } from '../errors/app-setup-error.js'
import { plainJson } from '../plain-json.js'
import type { AuditSink } from './audit-record.js'

/**
 * Appends each record to the file as a line of JSON without control characters, in the order in which the calls end. The directories are made when
 * they are missing; a file that was moved away in between is begun anew.
 *
 * A line is in the file, whole, before the call that it is about gives its answer: it is written synchronously.
 * @throws AppSetupError when the path is no path.
 */
export function fileAudit(path: string): AuditSink {
  if (typeof path !== 'string' || path.trim() === '') {
    throw new AppSetupError("fileAudit() needs a path to write to. Write `fileAudit('storage/agent-audit.jsonl')`.")
  }
  // Wherever the process is later.
  const file = resolve(path)
  return (record) => {
    const line = `${plainJson(JSON.stringify(record))}\n`
    try {
      appendFileSync(file, line)
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ENOENT') throw error
      mkdirSync(dirname(file), { recursive: true })
      appendFileSync(file, line)
    }
  }
}
