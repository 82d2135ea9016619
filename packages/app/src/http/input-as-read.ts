/**
 * A tool's input as its route reads it. Text forgets types: `1` and `'1'` make the same path, so that a rule
 * which decides about a call has to be asked about the value that the handler will see.
 */
import { parseText } from '../contract/text-type.js'
import type { DerivedTool } from '../tools/derive-tools.js'

/** The input with each path and query value of the type that its text reads back as; what is not sent is left out. */
export function inputAsRead(tool: DerivedTool, input: unknown): unknown {
  const entries = Object.entries(input as Record<string, unknown>).flatMap(([key, value]): [string, unknown][] => {
    const text = tool.input.keys.get(key)?.text
    if (text === undefined) return [[key, value]]
    if (value === undefined || value === null) return []
    const read = (item: unknown): unknown => parseText(String(item), text.scalar)
    return [[key, Array.isArray(value) ? value.map(read) : read(value)]]
  })
  return Object.fromEntries(entries)
}
