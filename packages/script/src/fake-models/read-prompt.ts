/** Reads the text off a prompt, in the form that the SDK is given or in the one that a model is sent. */

/** What a prompt says. */
export interface PromptText {
  /** The text of the last message of the user; empty where there is none. */
  readonly input: string
  /** The system text; undefined where there is none. */
  readonly instructions: string | undefined
}

interface Message {
  readonly role: string
  readonly content: unknown
}

/** What messages say; `instructions` may stand beside them, as text or as messages. */
export function readPrompt(messages: readonly Message[], instructions?: unknown): PromptText {
  const beside = typeof instructions === 'string' ? [instructions] : messagesIn(instructions).map(contentText)
  const system = [...beside, ...messages.filter(({ role }) => role === 'system').map(contentText)]
  const last = messages.findLast(({ role }) => role === 'user')
  return {
    input: last === undefined ? '' : contentText(last),
    instructions: system.length === 0 ? undefined : system.join('\n'),
  }
}

/** The messages in a value that may be one, several or none. */
export function messagesIn(value: unknown): readonly Message[] {
  return (Array.isArray(value) ? value : [value]).filter(isMessage)
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'role' in value && 'content' in value
}

function contentText({ content }: Message): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.flatMap(partText).join('')
}

function partText(part: unknown): string[] {
  if (typeof part !== 'object' || part === null || !('text' in part)) return []
  return typeof part.text === 'string' ? [part.text] : []
}
