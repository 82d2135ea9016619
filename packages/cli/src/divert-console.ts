/** Keeps standard output for one writer: what an app logs meanwhile goes elsewhere. */
import { Console } from 'node:console'
import { Writable } from 'node:stream'
import type { TextOutput } from './surroundings.js'

/** The methods that print to standard output. */
const METHODS = ['log', 'info', 'debug', 'dir', 'table'] as const

/** Sends what the global console prints to standard output to `output`, until disposed. */
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
  return { [Symbol.dispose]: () => void Object.assign(globalThis.console, before) }
}
