/**
 * One value for one field, as the SDK's extraction models give it. Knows what each type of field may hold. What the SDK's own
 * answer objects say beside their value (sources, confidences) stays the SDK's to check.
 */
import { shareCopy } from '../engine/share-copy.js'
import { describeValue } from '../grammar/describe-value.js'
import { isPlainObject } from '../grammar/plain-object.js'
import type { ExtractionAnswer, ExtractionField } from '../sdk-types.js'
import type { Flaw } from './keyed-answers.js'
import { codeText, quoted } from '../quoted.js'

type Converted = { readonly answer: ExtractionAnswer } | { readonly flaw: Flaw }

/** The answer for a field from what is scripted for it, or what is wrong with that. */
export function toExtractionAnswer(field: ExtractionField, scripted: unknown): Converted {
  const answer = isPlainObject(scripted) ? scripted : { type: field.type, value: scripted }
  const { type, value } = answer
  // A refusal is the model's, and the SDK tells the app of it.
  if (type !== 'refusal') {
    if (type !== field.type) {
      const detail = `is of type ${quoted(field.type)}, but its answer of type ${quoted(String(type))}`
      return { flaw: { detail, fix: `Give \`{ type: ${codeText(field.type)}, … }\`, or the value alone.` } }
    }
    if (value !== null && !holds(field, value)) {
      return { flaw: { detail: `cannot hold ${describeValue(value)}`, fix: `Give ${wanted(field)}, or null.` } }
    }
  }
  // Its type is the field's, and so is its value.
  return { answer: shareCopy(answer) as ExtractionAnswer }
}

function holds(field: ExtractionField, value: unknown): boolean {
  if (field.type !== 'list') return holdsOne(field, value)
  const item: ItemField = field.items === 'number' ? { ...field, type: 'number' } : { type: field.items }
  // Array.from also shows the holes of a sparse list.
  return Array.isArray(value) && Array.from<unknown>(value).every((each) => holdsOne(item, each))
}

/** A field of one value; where it is of numbers, with what they are held to. */
interface ItemField {
  readonly type: Exclude<ExtractionField['type'], 'list'>
  readonly integer?: boolean
  readonly decimals?: number
}

function holdsOne(field: ItemField, value: unknown): boolean {
  switch (field.type) {
    case 'text':
      return typeof value === 'string'
    case 'number':
      return isNumber(value, field)
    case 'duration':
      return isNumber(value, field) && value >= 0
    case 'date':
      return isDate(value)
    case 'time':
      return typeof value === 'string' && time.test(value)
    case 'datetime':
      return typeof value === 'string' && datetime.test(value) && isDate(value.slice(0, 10))
  }
}

// The SDK's own forms.
const time = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/
const datetime = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/

function isDate(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

function isNumber(value: unknown, { integer, decimals }: ItemField): value is number {
  return (
    typeof value === 'number' &&
    Number.isFinite(value) &&
    (integer !== true || Number.isInteger(value)) &&
    (decimals === undefined || Number(value.toFixed(decimals)) === value)
  )
}

const forms = {
  text: 'a text',
  number: 'a number',
  duration: 'a number, zero or more',
  date: "a date: '2026-01-31'",
  time: "a time: '09:30'",
  datetime: "a date and time: '2026-01-31T09:30Z'",
} as const

function wanted(field: ExtractionField): string {
  const form = field.type === 'list' ? `a list, each of it ${forms[field.items]}` : forms[field.type]
  const whole = 'integer' in field && field.integer === true ? ', whole' : ''
  const decimals = 'decimals' in field && field.decimals !== undefined ? `, of ${field.decimals} decimals at most` : ''
  return `${form}${whole}${decimals}`
}
