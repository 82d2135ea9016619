/**
 * JSON that a terminal and a reader of lines can be shown. Knows nothing of what is in it.
 */

/** What JSON leaves as it is, and what ends a line or steers a terminal all the same: DEL, C1 and two line ends. */
const RAW_CONTROL = /[\u007F-\u009F\u2028\u2029]/g

/** A JSON text without any control character: each is written as its escape, so that the text says the same. */
export function plainJson(json: string): string {
  return json.replaceAll(RAW_CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const MAX_QUOTED = 60

/** Text of somebody else's in quotes, for a message: without control characters, and cut. */
export function quoted(text: string, longest: number = MAX_QUOTED): string {
  return plainJson(JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text))
}

// What JSON writes as an escape, and what it leaves as it is.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]/

/** Text as it is, for a message that has it without quotes; where it has control characters, as JSON writes them. */
export function plainText(text: string): string {
  return CONTROL.test(text) ? plainJson(JSON.stringify(text)).slice(1, -1) : text
}
