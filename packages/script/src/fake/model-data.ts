/**
 * Binary data as a failure shows it: its size and never its content, which would bury everything else. Knows no kind of
 * model.
 */

/** What carries audio, an image or a video: bytes, base64, or where it is. */
type Data = string | Uint8Array | ArrayBuffer | URL | object

/** The size of data, or the place where it is. */
export function dataSize(data: Data): string {
  if (data instanceof URL) return data.href
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) return bytes(data.byteLength)
  if (typeof data !== 'string') return 'a stream'
  return /^https?:/.test(data) ? data : bytes(base64Length(data))
}

/** The media type and the size of each file that a model made. */
export function fileSizes(files: readonly { readonly base64: string; readonly mediaType: string }[]): string[] {
  return files.map(({ base64, mediaType }) => `${mediaType}, ${bytes(base64Length(base64))}`)
}

/** Deeper than any state; a value that contains itself gets here. */
const DEPTH = 50

/** A copy of a value with sizes in the place of binary data, and of what the parts of type `file` in it carry. */
export function withSizes(value: unknown, depth: number = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEPTH) return '…'
  if (value instanceof Uint8Array || value instanceof ArrayBuffer) return dataSize(value)
  if (Array.isArray(value)) return value.map((item) => withSizes(item, depth + 1))
  const isFile = 'type' in value && value.type === 'file'
  const entries = Object.entries(value).map(([key, item]: [string, unknown]): [string, unknown] => {
    if (isFile && key === 'data' && typeof item === 'string') return [key, dataSize(item)]
    return [key, withSizes(item, depth + 1)]
  })
  return value instanceof URL ? value.href : Object.fromEntries(entries)
}

function bytes(count: number): string {
  return count === 1 ? '1 byte' : `${count} bytes`
}

/** How many bytes base64 stands for, that of a data URL included. */
function base64Length(text: string): number {
  const length = text.length - (text.indexOf(',') + 1)
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return Math.floor(((length - padding) * 3) / 4)
}
