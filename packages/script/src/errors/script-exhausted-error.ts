/**
 * The error for a model that is asked past the end of its script. Knows how that is told; the engine knows when.
 */
import { nameList } from './name-list.js'
import { oneLine, quoted } from '../quoted.js'

/** What is known when a model is asked past the end of its script. */
export interface ExhaustedDetails {
  /** Who asked: `Model "checkout"`, `Agent "support-triager"`. */
  readonly label: string
  /** What ran out: a whole script, or the reply to one prompt. */
  readonly scope: 'script' | 'reply'
  /** The scripted steps, in words. */
  readonly steps: readonly string[]
  /** Which step was asked for, counted from 1. */
  readonly askedFor: number
  /** The text of the last message that was sent, capped. */
  readonly lastMessage: string | undefined
  /** The names of the tools that were offered. */
  readonly offeredTools: readonly string[]
  /** Where the script was written, such as `triage.test.ts:14`. */
  readonly scriptedAt: string | undefined
}

/** A model was asked for one step more than its script has. Nothing was answered, and the SDK does not retry it. */
export class ScriptExhaustedError extends Error implements ExhaustedDetails {
  readonly code = 'SCRIPT_EXHAUSTED'
  readonly label: string
  readonly scope: 'script' | 'reply'
  readonly steps: readonly string[]
  readonly stepCount: number
  readonly askedFor: number
  readonly lastMessage: string | undefined
  readonly offeredTools: readonly string[]
  readonly scriptedAt: string | undefined

  constructor(details: ExhaustedDetails) {
    super(`${whatHappened(details)} ${whatIsKnown(details)} ${fix(details)}`)
    this.name = 'ScriptExhaustedError'
    this.label = details.label
    this.scope = details.scope
    this.steps = details.steps
    this.stepCount = details.steps.length
    this.askedFor = details.askedFor
    this.lastMessage = details.lastMessage
    this.offeredTools = details.offeredTools
    this.scriptedAt = details.scriptedAt
  }
}

function whatHappened({ label, scope, steps, askedFor, scriptedAt }: ExhaustedDetails): string {
  const asked = scope === 'reply' ? 'asked its model' : 'was asked'
  if (steps.length === 0) return `${oneLine(label)} ${asked} for step ${askedFor}, but nothing is scripted.`
  const count = steps.length === 1 ? '1 step' : `${steps.length} steps`
  const where = scriptedAt === undefined ? '' : `; scripted at ${oneLine(scriptedAt)}`
  return `${oneLine(label)} ${asked} for step ${askedFor}, but its ${scope} has ${count} (${stepList(steps)}${where}).`
}

function whatIsKnown({ lastMessage, offeredTools }: ExhaustedDetails): string {
  const last = lastMessage === undefined ? 'It was sent no message' : `The last message was ${quoted(lastMessage, 300)}`
  return `${last}; ${offeredTools.length === 0 ? 'no tools were offered' : `offered tools: ${nameList(offeredTools)}`}.`
}

function fix({ scope, steps }: ExhaustedDetails): string {
  const inReply = scope === 'reply'
  if (steps.length === 0) {
    return inReply ? "Script a reply: `['Done.']`." : "Script an answer: `scriptedModel(['Done.'])`."
  }
  const more = inReply
    ? "End it with an answer: `then: 'Done.'`"
    : "Add the missing step to the script: `scriptedModel([…, 'Done.'])`"
  // A script may end in calls because the loop is to stop there.
  return endsInCalls(steps)
    ? `${more}. If the loop is to stop before, bound it: \`stopWhen: isStepCount(${steps.length})\`.`
    : `${more}.`
}

/** By the words for a step: `call tickets_show`. */
function endsInCalls(steps: readonly string[]): boolean {
  return steps.at(-1)?.startsWith('call ') ?? false
}

function stepList(steps: readonly string[]): string {
  const told = (some: readonly string[]): string[] => some.map((step) => oneLine(step))
  if (steps.length <= 6) return told(steps).join(', ')
  return [...told(steps.slice(0, 4)), `${steps.length - 5} more`, ...told(steps.slice(-1))].join(', ')
}
