/** Keeps standard output for one writer: what an app logs meanwhile goes elsewhere. */
import { Console } from 'node:console'
import { Writable } from 'node:stream'
import type { TextOutput } from './surroundings.js'

/** The methods that print to standard output. */
const METHODS = ['log', 'info', 'debug', 'dir', 'table'] as const

/**
 * Sends what the global console, and writers to `process.stdout`, print to standard output to `output`, until disposed. Who
 * writes to the file descriptor itself is not reached.
 */
export function divertConsole(output: TextOutput): Disposable {
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      output.write(chunk.toString())
      done()
    },
  })
  const other = new Console(stream)
  const before = Object.fromEntries(METHODS.map((name) => [name, globalThis.console[name]]))
  Object.assign(globalThis.console, Object.fromEntries(METHODS.map((name) => [name, other[name].bind(other)])))
  const { stdout } = process
  // oxlint-disable-next-line typescript/unbound-method -- put back as it was, and called by nobody here
  const { write } = stdout
  // Of its forms, a writer waits for the callback at most.
  stdout.write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
    output.write(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
    const done = rest.at(-1)
    if (typeof done === 'function') queueMicrotask(() => done())
    return true
  }
  return {
    [Symbol.dispose]: () => {
      Object.assign(globalThis.console, before)
      stdout.write = write
    },
  }
}
