/**
 * Images, videos and audio as they are scripted: base64 or bytes. Knows no format of either.
 */
import { describeValue } from '../grammar/describe-value.js'
import type { Place } from './model-kind.js'

/** A file's content: base64, or its bytes. */
export type Media = string | Uint8Array

/** Checks for content that can be decoded and is not empty, and takes a copy of it. Mistakes are added to the place's problems. */
export function parseMedia(value: unknown, { path, problems }: Place, fix: string): Media | undefined {
  if (typeof value === 'string' && isBase64(value)) return value
  // Copied by its values: `slice` of a Buffer is a view of the same memory.
  if (value instanceof Uint8Array && value.length > 0) return Uint8Array.from(value)
  problems.push({ path, found: describeMedia(value), fix })
  return undefined
}

// With the leniency of the SDK: white space, no padding, and the alphabet of URLs. What it could not decode would fail in it.
function isBase64(text: string): boolean {
  const digits = text.replaceAll(/\s/g, '').replace(/={1,2}$/, '')
  return digits.length > 0 && digits.length % 4 !== 1 && /^[\w+/-]+$/.test(digits)
}

function describeMedia(value: unknown): string {
  if (value instanceof Uint8Array) return 'an empty Uint8Array'
  if (value === '') return 'an empty text'
  return typeof value === 'string' ? `${describeValue(value)}, which is no base64` : describeValue(value)
}

/** A copy that the app may do with as it likes. */
export function copyMedia(media: Media): Media {
  return typeof media === 'string' ? media : Uint8Array.from(media)
}

/** Checks one entry for n pieces of content: one of them, or a list. Mistakes are added to the place's problems. */
export function parseMediaList<ITEM>(
  value: unknown,
  { path, problems }: Place,
  parse: (item: unknown, place: Place) => ITEM | undefined,
): readonly ITEM[] | undefined {
  if (!Array.isArray(value)) {
    const item = parse(value, { path, problems })
    return item && [item]
  }
  const listed: unknown[] = value
  const items = Array.from(listed, (item, index) => parse(item, { path: `${path}[${index}]`, problems }))
  if (items.length === 0) {
    problems.push({
      path,
      found: 'an empty list',
      fix: 'Give at least one: for a model that fails write `{ error: new Error(…) }`.',
    })
  }
  const parsed = items.filter((item) => item !== undefined)
  return parsed.length === items.length && parsed.length > 0 ? parsed : undefined
}
