/**
 * What a model reads of a route's answer. Nothing that went wrong looks like success, and nothing that a handler threw
 * is shown.
 */

/** Longest text that a model is given, in bytes of UTF-8. */
const TEXT_CAP = 16 * 1024

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/**
 * Reads a response: the JSON of a success, `null` for an empty one, `{ status, contentType, text }` for other content
 * (redirects with their `location`, not followed), and `{ error: true, status, body }` for 4xx and 5xx.
 * When a handler threw and the app answered 5xx, the body is the status text alone.
 */
export async function readToolResult(response: Response, threw: boolean): Promise<unknown> {
  const { status } = response
  if (status >= 500 && threw) return { error: true, status, body: 'Internal Server Error' }
  const contentType = response.headers.get('content-type')
  const text = await response.text()
  const json = contentType !== null && JSON_TYPE.test(contentType) ? parse(text) : undefined
  if (status >= 400) return { error: true, status, body: json ? json.value : cap(text) }
  if (status >= 300) return { status, contentType, text: cap(text), location: response.headers.get('location') }
  if (text === '') return null
  return json ? json.value : { status, contentType, text: cap(text) }
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Cuts at the cap, between characters. */
function cap(text: string): string {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= TEXT_CAP) return text
  const cut = new TextDecoder().decode(bytes.subarray(0, TEXT_CAP)).replace(/\uFFFD$/, '')
  return `${cut}… (${bytes.length - TEXT_CAP} bytes more)`
}
