/**
 * What a model reads of a route's answer. Nothing that went wrong looks like success, and nothing that a handler threw
 * is shown.
 */
import type { InProcessCall } from '../in-process-call.js'
import { isJsonType } from './json-type.js'

/** What a model reads, and the status that it says or stands for. */
export interface ToolResult {
  readonly output: unknown
  readonly status: number
}

/** Longest text that a model is given, in bytes of UTF-8. */
const TEXT_CAP = 16 * 1024

/**
 * Reads a response: the JSON of a success, `null` for an empty one, `{ status, contentType, text }` for other content
 * (redirects with their `location`, not followed), and `{ error: true, status, body }` for 4xx and 5xx.
 *
 * When a handler threw, only a 4xx is the app's own word on it: anything else reads as a 500 and its status text alone.
 */
export async function readToolResult(response: Response, call: InProcessCall): Promise<ToolResult> {
  const { status } = response
  if (call.threw && (status < 400 || status >= 500)) return failure(status)
  // `Response.error()` has status 0: a failure without a word on it.
  if (status < 200) return failure(status)
  // A body that a handler still writes may fail like the handler itself.
  const text = await response.text().catch((error: unknown) => void (call.threw = { error }))
  if (text === undefined) return failure(status)
  return { output: outputOf(response, text), status }
}

function outputOf({ status, headers }: Response, text: string): unknown {
  const contentType = headers.get('content-type')
  const json = isJsonType(contentType) ? parse(text) : undefined
  if (status >= 400) return { error: true, status, body: json ? json.value : cap(text) }
  if (status >= 300) return { status, contentType, text: cap(text), location: headers.get('location') }
  if (text === '') return null
  return json ? json.value : { status, contentType, text: cap(text) }
}

function failure(given: number): ToolResult {
  const status = Math.max(given, 500)
  return { output: { error: true, status, body: 'Internal Server Error' }, status }
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Cuts between characters, so that the text and the note about the cut are within the cap. */
function cap(text: string): string {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= TEXT_CAP) return text
  const note = ` … (cut, ${bytes.length} bytes in all)`
  const room = TEXT_CAP - new TextEncoder().encode(note).length
  // A decoder that may expect more keeps back the bytes of an unfinished character.
  return new TextDecoder().decode(bytes.subarray(0, room), { stream: true }) + note
}
