/** Files of JSON lines, to which a process that may be killed appends. Knows nothing of what the lines say. */
import { truncate, type FileHandle } from 'node:fs/promises'
import { openToAppend, readPlain } from './plain-files.js'

/** What such a file holds. */
export interface JsonLines<T> {
  readonly values: readonly T[]
  /** Lines that are no JSON, or not of the form. */
  readonly unreadable: number
}

/** Parses lines; one that cannot be read costs itself and no other. */
export function parseLines<T>(text: string, isValue: (value: unknown) => value is T): JsonLines<T> {
  const values: T[] = []
  let unreadable = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const value = parse(line)
    if (isValue(value)) values.push(value)
    else unreadable += 1
  }
  return { values, unreadable }
}

/** A file of lines, open to append to. Lines are written one after the other, each whole. */
export class LineAppender {
  readonly #file: FileHandle
  #last: Promise<void> = Promise.resolve()

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /**
   * Opens a file. Half a line that a killed process left at its end is cut off: it says nothing. Where others may write
   * meanwhile it is only ended, since it could be the beginning of theirs.
   */
  static async open(root: string, path: string, alone: boolean): Promise<LineAppender> {
    const text = (await readPlain(root, path)) ?? ''
    const torn = text.slice(text.lastIndexOf('\n') + 1)
    const isLost = torn !== '' && parse(torn) === undefined
    if (isLost && alone) await truncate(path, Buffer.byteLength(text) - Buffer.byteLength(torn))
    const appender = new LineAppender(await openToAppend(root, path))
    if (torn !== '' && !(isLost && alone)) await appender.append('')
    return appender
  }

  async append(line: string): Promise<void> {
    const written = this.#last.then(() => this.#file.appendFile(`${line}\n`))
    // The one that waits is told of a failure; those after it try for themselves.
    this.#last = written.catch(() => undefined)
    await written
  }

  async close(): Promise<void> {
    await this.#last
    await this.#file.close()
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
