/**
 * Checks what comes along with an answer: the sources it rests on and the files that the model made. Knows their short
 * forms, and makes them the SDK's own parts.
 */
import type { StepProblem } from '../errors/invalid-step-error.js'
import type { SdkContent } from '../sdk-types.js'
import { describeValue } from './describe-value.js'
import { isBase64, isFileData } from './file-data.js'
import { nearestName } from './nearest-name.js'
import { givenKeys, isPlainObject } from './plain-object.js'
import { quoted } from '../quoted.js'

type Check = (value: unknown) => boolean

/** Each key that may be written, with what may be under it. */
type Form = Readonly<Record<string, Check>>

const isString: Check = (value) => typeof value === 'string'
const is =
  (word: string): Check =>
  (value) =>
    value === word
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

const urlSource: Form = {
  url: isString,
  title: optional(isString),
  id: optional(isString),
  type: optional(is('source')),
  sourceType: optional(is('url')),
  providerMetadata: optional(isPlainObject),
}
const documentSource: Form = {
  title: isString,
  mediaType: isString,
  filename: optional(isString),
  id: optional(isString),
  type: optional(is('source')),
  sourceType: optional(is('document')),
  providerMetadata: optional(isPlainObject),
}
const file: Form = {
  mediaType: isString,
  data: (value) => isBase64(value) || value instanceof Uint8Array || isFileData(value),
  type: optional(is('file')),
  providerMetadata: optional(isPlainObject),
}

const writeSource = 'A source is `{ url, title? }` or `{ title, mediaType, filename? }`.'
const writeFile = "A file is `{ mediaType: 'image/png', data }`, where `data` is base64 or bytes."

/** The sources of an answer as the SDK's parts. Mistakes are added to `problems`. */
export function parseSources(value: unknown, path: string, problems: StepProblem[]): SdkContent[] {
  const place = { path, problems, fix: writeSource }
  return listOf(value, place).map((source, index) => {
    const isPage = isPlainObject(source) && (source['url'] !== undefined || source['sourceType'] === 'url')
    const written = checkForm(source, isPage ? urlSource : documentSource, { ...place, path: `${path}[${index}]` })
    // Of the form that was checked; where it was refused, the script is never played.
    const id = written['id'] ?? `source-${index + 1}`
    return { ...written, type: 'source', sourceType: isPage ? 'url' : 'document', id } as SdkContent
  })
}

/** The files of an answer as the SDK's parts. Mistakes are added to `problems`. */
export function parseFiles(value: unknown, path: string, problems: StepProblem[]): SdkContent[] {
  const place = { path, problems, fix: writeFile }
  return listOf(value, place).map((item, index) => {
    const written = checkForm(item, file, { ...place, path: `${path}[${index}]` })
    // Of the form that was checked; where it was refused, the script is never played.
    return { ...written, type: 'file', data: sdkData(written['data']) } as SdkContent
  })
}

interface Place {
  readonly path: string
  readonly problems: StepProblem[]
  readonly fix: string
}

function listOf(value: unknown, { path, problems, fix }: Place): unknown[] {
  if (Array.isArray(value)) return Array.from<unknown>(value)
  problems.push({ path, found: describeValue(value), fix: `Give a list. ${fix}` })
  return []
}

function checkForm(value: unknown, form: Form, { path, problems, fix }: Place): Record<string, unknown> {
  if (!isPlainObject(value)) {
    problems.push({ path, found: describeValue(value), fix })
    return {}
  }
  for (const key of givenKeys(value)) {
    if (Object.hasOwn(form, key)) continue
    const nearest = nearestName(key, Object.keys(form))
    const found = `an object with the unknown key ${quoted(key)}`
    problems.push({ path, found, fix, ...(nearest === undefined ? {} : { nearest }) })
  }
  for (const [key, check] of Object.entries(form)) {
    if (!check(value[key])) problems.push({ path: `${path}.${key}`, found: describeValue(value[key]), fix })
  }
  return value
}

function sdkData(data: unknown): unknown {
  if (typeof data === 'string') return { type: 'data', data }
  return data instanceof Uint8Array ? { type: 'data', data: data.slice() } : data
}
