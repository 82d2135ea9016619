/** Text and values from a model or an app, as the printed run of a fake and its complaints show them. */
import { cut, escaped, oneLine } from '../quoted.js'

/** Text of several lines: escapes what is not seen as itself, but for tabs and line ends. */
export function printable(text: string): string {
  return text.replaceAll(/[^\t\n]+/g, escaped)
}

/** Somebody, on one line: what `describePrincipal` says of a principal. */
export function printableName(name: string): string {
  return oneLine(name, 200)
}

/** What an error says: of several lines, cut, and without the colours that assertions of a runner have. */
export function printableMessage(message: string, limit: number = 4_000): string {
  return printable(cut(message.replaceAll(COLOUR, ''), limit))
}

// oxlint-disable-next-line no-control-regex -- what begins a colour
const COLOUR = /\u001B\[[\d;]*m/g

/** A value as JSON, on one line and cut to a width. */
export function quote(value: unknown, width: number = 160): string {
  return escaped(cut(toJson(value), width))
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    // A cycle or a BigInt from a local tool.
    return JSON.stringify(String(value))
  }
}
