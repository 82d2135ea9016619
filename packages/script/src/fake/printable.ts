/** Text from a model or an app as it may be shown: nothing in it steers the terminal that shows it. */

/** Escapes control characters, C1 ones included (`\u009b` begins a sequence too), but for tabs and line ends. */
export function printable(text: string): string {
  return text.replaceAll(/(?![\t\n])[\p{Cc}\u2028\u2029]/gu, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
  })
}

/** A name on one line: of a tool that a model asked for, of an agent, of somebody. */
export function printableName(name: string): string {
  return printable(name.replaceAll(/[\t\n]/g, ' '))
}

/** A value as JSON, on one line and cut to a width. */
export function quote(value: unknown, width: number = 160): string {
  const text = printable(toJson(value))
  return text.length > width ? `${text.slice(0, width)}…` : text
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    // A cycle or a BigInt from a local tool.
    return JSON.stringify(String(value))
  }
}
