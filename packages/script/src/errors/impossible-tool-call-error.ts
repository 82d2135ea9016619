/**
 * The error for a scripted tool call that no model could have made. Knows how that is told; the engine knows when.
 */
import { nameList } from './name-list.js'
import { codeKey, oneLine, quotedName } from '../quoted.js'

/** What is known about a scripted tool call that could not have been made. */
export interface ImpossibleToolCallDetails {
  readonly label: string
  /** Which step made the call, counted from 1. */
  readonly step: number
  readonly toolName: string
  /** The tool is not offered; the request's `toolChoice` forbids it; the input does not fit its schema, or JSON cannot carry it. */
  readonly reason: 'not-offered' | 'tool-choice' | 'input' | 'json'
  /** What is wrong, in words. */
  readonly detail: string
  readonly offeredTools: readonly string[]
  /** The offered tool that was probably meant. */
  readonly nearest?: string
  /** Where in the input the fault is: `input.id`. */
  readonly path?: string
  /** The keys that the tool's input must have. */
  readonly requiredKeys?: readonly string[]
}

/** A scripted tool call is one that the model could not have made, and is not marked `invalid: true`. */
export class ImpossibleToolCallError extends Error {
  readonly code = 'IMPOSSIBLE_TOOL_CALL'
  readonly label: string
  readonly step: number
  readonly toolName: string
  readonly reason: 'not-offered' | 'tool-choice' | 'input' | 'json'
  readonly detail: string
  readonly offeredTools: readonly string[]
  readonly nearest: string | undefined
  readonly path: string | undefined

  constructor(details: ImpossibleToolCallDetails) {
    super(tell(details))
    this.name = 'ImpossibleToolCallError'
    this.label = details.label
    this.step = details.step
    this.toolName = details.toolName
    this.reason = details.reason
    this.detail = details.detail
    this.offeredTools = details.offeredTools
    this.nearest = details.nearest
    this.path = details.path
  }
}

function tell(details: ImpossibleToolCallDetails): string {
  const { label, step, toolName, reason, detail, offeredTools, nearest } = details
  const happened = `${oneLine(label)} cannot make the scripted call to ${quotedName(toolName)} (step ${step}): ${oneLine(detail, 600)}.`
  const hint = nearest === undefined ? '' : ` Did you mean ${quotedName(nearest)}?`
  const offered = offeredTools.length === 0 ? 'No tools were offered' : `Offered: ${nameList(offeredTools)}`
  const known = reason === 'input' || reason === 'json' ? '' : `${hint} ${offered}.`
  return `${happened}${known} ${fix(details)}`
}

function fix({ toolName, reason, offeredTools, nearest, requiredKeys = [] }: ImpossibleToolCallDetails): string {
  const name = quotedName(toolName)
  const onPurpose = `or say that it is wrong on purpose: \`{ name: ${name}, …, invalid: true }\``
  switch (reason) {
    case 'input': {
      const keys = requiredKeys.slice(0, shownKeys).map((key) => `${codeKey(key)}: …`)
      if (requiredKeys.length > shownKeys) keys.push('…')
      return `Correct the input: \`{ name: ${name}, input: { ${keys.join(', ') || '…'} } }\`, ${onPurpose}.`
    }
    case 'json':
      return 'Give the value as JSON carries it: `date.toISOString()` of a date, `String(bigint)`, `null` in the place of NaN.'
    case 'not-offered':
      if (offeredTools.length === 0) return `Offer the tool: \`tools: { ${codeKey(toolName)} }\`, ${onPurpose}.`
      return `Call one that is offered: \`{ name: ${quotedName(nearest ?? offeredTools[0] ?? '')}, … }\`, ${onPurpose}.`
    case 'tool-choice':
      return `Script what the request lets a model do, such as \`{ text: '…' }\`, ${onPurpose}.`
  }
}

const shownKeys = 6
