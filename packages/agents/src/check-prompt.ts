/**
 * Checks what a prompt is given, where types were ignored. Asked for each prompt: what is right is passed without making
 * anything.
 */
import type { PromptOptions } from './bound-agent.js'
import { CallOptionsError } from './errors/call-options-error.js'
import { isRecord, kindOf } from './kind-of.js'
import { unknownKeys } from './unknown-keys.js'

const KEYS: readonly (keyof PromptOptions)[] = ['provider', 'signal', 'conversation', 'attachments']

/**
 * Checks the input and the options of `prompt()` or `stream()`.
 * @throws CallOptionsError with all that is wrong with them.
 */
export function checkPrompt(call: 'prompt' | 'stream', input: unknown, options: unknown): void {
  if (typeof input === 'string' && isRecord(options) && areOptions(options)) return
  const problems = [...inputProblems(call, input), ...optionProblems(call, options)]
  throw new CallOptionsError({ call, problems })
}

/**
 * Checks the id that is given to `continue()`: without one, the agent would go on with nothing. What else it may be comes
 * from outside, and what is no id answers as one that never was.
 * @throws CallOptionsError
 */
export function checkConversationId(id: unknown): void {
  if (id !== undefined && typeof id !== 'boolean') return
  const problem = `The id of the conversation is ${kindOf(id)}. Write \`continue(response.conversationId)\`, or start one: \`prompt(input, { conversation: true })\`.`
  throw new CallOptionsError({ call: 'continue', problems: [problem] })
}

function areOptions(options: Readonly<Record<string, unknown>>): boolean {
  for (const key in options) if (!isOption(key, options[key])) return false
  return true
}

function isOption(key: string, value: unknown): boolean {
  switch (key) {
    case 'provider':
      return value === undefined || typeof value === 'string'
    case 'conversation':
      // It may come from outside: what is no id answers as one that never was.
      return true
    case 'signal':
      return value === undefined || isSignal(value)
    case 'attachments':
      return value === undefined || (Array.isArray(value) && value.every(isAttachment))
    default:
      return false
  }
}

/** By what is used of it: a signal may be of another realm. */
function isSignal(value: unknown): boolean {
  return isRecord(value) && typeof value['aborted'] === 'boolean' && typeof value['throwIfAborted'] === 'function'
}

function isAttachment(value: unknown): boolean {
  return isRecord(value) && value['data'] !== undefined && typeof value['mediaType'] === 'string'
}

function inputProblems(call: string, input: unknown): string[] {
  if (typeof input === 'string') return []
  return [`The prompt is ${kindOf(input)}, and must be a string. Write \`${call}('…')\`.`]
}

function optionProblems(call: string, options: unknown): string[] {
  if (!isRecord(options)) {
    return [
      `The options are ${kindOf(options)}, and must be an object. Write \`${call}('…', { conversation: true })\`.`,
    ]
  }
  const wrong = (['provider', 'signal', 'attachments'] as const).filter((key) => !isOption(key, options[key]))
  const inherited = unknownKeys(allOf(options), { given: `${call}()`, known: KEYS })
  return [...inherited, ...wrong.map((key) => wrongValue(key, options[key]))]
}

/** With what is inherited, as `for … in` sees it. */
function allOf(options: object): object {
  const all: Record<string, unknown> = Object.create(null)
  for (const key in options) all[key] = true
  return all
}

function wrongValue(key: 'provider' | 'signal' | 'attachments', value: unknown): string {
  switch (key) {
    case 'provider':
      return `\`provider\` is ${kindOf(value)}, and must be the name of a provider. Write \`{ provider: 'main' }\`.`
    case 'signal': {
      const hint = isRecord(value) && isSignal(value['signal']) ? 'a controller' : kindOf(value)
      return `\`signal\` is ${hint}, and must be an AbortSignal. Write \`{ signal: controller.signal }\`.`
    }
    case 'attachments':
      return `\`attachments\` is ${Array.isArray(value) ? 'a list with what is no file' : kindOf(value)}, and must be a list of files. Write \`{ attachments: [{ data, mediaType: 'image/png' }] }\`.`
  }
}
