/**
 * What a model reads of a route's answer. Nothing that went wrong looks like success, and nothing that a handler threw
 * is shown.
 */
import type { InProcessCall } from '../in-process-call.js'
import { ToolAnswerError } from '../errors/tool-answer-error.js'
import { isJsonType } from './json-type.js'
import { MAX_BODY_BYTES, readBody, type ReadBody } from './read-body.js'

/** What a model reads, and the status that it says or stands for. */
export interface ToolResult {
  readonly output: unknown
  readonly status: number
}

/** Longest text that a model is given, in bytes of UTF-8. */
const TEXT_CAP = 16 * 1024

const encoder = new TextEncoder()

/**
 * Reads a response: the JSON of a success, `null` for an empty one, `{ status, contentType, text }` for other content
 * (redirects with their `location`, not followed), and `{ error: true, status, body }` for 4xx and 5xx.
 *
 * When a handler threw, only a 4xx is the app's own word on it: anything else reads as a 500 and its status text alone.
 * Of a body that goes on for more than 4 MiB the rest is not read: cut text says so, and JSON reads as a 500. A body that
 * is not whole when the call's signal is aborted is cancelled, and reads as a 500 too.
 */
export async function readToolResult(
  response: Response,
  call: InProcessCall,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const { status } = response
  if (call.threw && (status < 400 || status >= 500)) return failure(status)
  // `Response.error()` has status 0: a failure without a word on it.
  if (status < 200) return failure(status)
  // A body that a handler still writes may fail like the handler itself.
  const body = await readBody(response, signal).catch((error: unknown) => void (call.threw = { error }))
  if (body === undefined) return failure(status)
  if (!body.isWhole && isJsonType(response.headers.get('content-type'))) return tooLong(status, call)
  return { output: outputOf(response, body), status }
}

function outputOf({ status, headers }: Response, body: ReadBody): unknown {
  const { text } = body
  const contentType = headers.get('content-type')
  const json = isJsonType(contentType) ? parse(text) : undefined
  if (status >= 400) return { error: true, status, body: json ? json.value : cap(body) }
  if (status >= 300) return { status, contentType, text: cap(body), location: headers.get('location') }
  if (text === '') return null
  return json ? json.value : { status, contentType, text: cap(body) }
}

/** Half of a JSON text would be taken for something else. What it was that ran is left to the record. */
function tooLong(given: number, call: InProcessCall): ToolResult {
  call.threw ??= {
    error: new ToolAnswerError({ tool: call.tool?.name ?? '', status: given, limit: MAX_BODY_BYTES }),
  }
  const status = given < 400 ? 500 : given
  const body =
    `The tool ran and answered ${given} with more than ${MAX_BODY_BYTES} bytes of JSON, which is more than can be read. ` +
    'Do not repeat the call as it is: ask for less.'
  return { output: { error: true, status, body }, status }
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
function cap({ text, isWhole }: ReadBody): string {
  const bytes = encoder.encode(text)
  if (bytes.length <= TEXT_CAP) return text
  const note = ` … (cut, ${isWhole ? bytes.length : `more than ${MAX_BODY_BYTES}`} bytes in all)`
  const room = TEXT_CAP - encoder.encode(note).length
  // A decoder that may expect more keeps back the bytes of an unfinished character.
  return new TextDecoder().decode(bytes.subarray(0, room), { stream: true }) + note
}
