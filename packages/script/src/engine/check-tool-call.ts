/**
 * Whether a scripted tool call is one the model could make in this request: the choice allows it, the tool is offered,
 * the input fits. One question after the other, the first "no" is told.
 */
import { ImpossibleToolCallError, type ImpossibleToolCallDetails } from '../errors/impossible-tool-call-error.js'
import { nearestName } from '../grammar/nearest-name.js'
import type { ParsedToolCall } from '../grammar/parsed-step.js'
import type { OfferedTool } from '../sdk-types.js'
import type { ModelCall } from './model-call.js'
import { hasFitted, rememberFit, schemaMismatch } from './schema-mismatch.js'
import { oneLine, quotedName } from '../quoted.js'

/** Where in a script something is played, and what was asked. */
export interface PlayedStep {
  readonly label: string
  /** Which step it is, counted from 1. */
  readonly step: number
  readonly call: ModelCall
}

/** The JSON input to send. Throws ImpossibleToolCallError for a call the model could not make, unless it is marked. */
export function checkToolCall(toolCall: ParsedToolCall, played: PlayedStep): string {
  const { input, invalid } = toolCall
  if (!invalid) {
    const tool = checkName(toolCall, played)
    checkChoice(toolCall, played)
    if (input.ok && tool.type === 'function') checkInput(toolCall, input.text, { tool, played })
  }
  if (input.ok) return input.text
  throw impossible(toolCall, played, {
    reason: 'json',
    path: `input${input.path}`,
    detail: `input${input.path} ${input.reason}`,
  })
}

function checkName(toolCall: ParsedToolCall, played: PlayedStep): OfferedTool {
  const { tools } = played.call
  const tool = tools.find(({ name }) => name === toolCall.name)
  if (tool) return tool
  const nearest = nearestName(
    toolCall.name,
    tools.map(({ name }) => name),
  )
  throw impossible(toolCall, played, {
    reason: 'not-offered',
    detail: 'no such tool is offered in this request',
    ...(nearest === undefined ? {} : { nearest }),
  })
}

function checkChoice(toolCall: ParsedToolCall, played: PlayedStep): void {
  const choice = played.call.toolChoice
  if (choice?.type === 'none') {
    throw impossible(toolCall, played, { reason: 'tool-choice', detail: "the request's toolChoice is 'none'" })
  }
  if (choice?.type === 'tool' && choice.toolName !== toolCall.name) {
    const detail = `the request's toolChoice asks for ${quotedName(choice.toolName)}`
    throw impossible(toolCall, played, { reason: 'tool-choice', detail })
  }
}

interface InputContext {
  readonly tool: Extract<OfferedTool, { type: 'function' }>
  readonly played: PlayedStep
}

function checkInput(toolCall: ParsedToolCall, text: string, { tool, played }: InputContext): void {
  if (hasFitted(text, tool.inputSchema)) return
  let value: unknown
  try {
    // The SDK reads an empty input as an empty object.
    value = text.trim() === '' ? {} : JSON.parse(text)
  } catch (error) {
    throw impossible(toolCall, played, {
      reason: 'input',
      path: 'input',
      detail: `input is not JSON (${oneLine(String(error))})`,
    })
  }
  const mismatch = schemaMismatch(value, tool.inputSchema)
  if (!mismatch) return rememberFit(text, tool.inputSchema)
  const path = `input${mismatch.path}`
  throw impossible(toolCall, played, {
    reason: 'input',
    path,
    detail: `${path} ${mismatch.reason}`,
    requiredKeys: requiredKeysOf(tool.inputSchema),
  })
}

function requiredKeysOf({ required }: InputContext['tool']['inputSchema']): string[] {
  return Array.isArray(required) ? required.filter((key) => typeof key === 'string') : []
}

type Fault = Pick<ImpossibleToolCallDetails, 'reason' | 'detail' | 'nearest' | 'path' | 'requiredKeys'>

function impossible(
  toolCall: ParsedToolCall,
  { label, step, call }: PlayedStep,
  fault: Fault,
): ImpossibleToolCallError {
  return new ImpossibleToolCallError({
    label,
    step,
    toolName: toolCall.name,
    offeredTools: call.tools.map(({ name }) => name),
    ...fault,
  })
}
