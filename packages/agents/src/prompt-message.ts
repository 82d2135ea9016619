/** What a prompt sends: its own message, behind the turns of its conversation. */
import type { FilePart, ModelMessage, UserModelMessage } from 'ai'
import type { OpenConversation } from './conversations/open-conversation.js'

/** A file that goes with a prompt. */
export type Attachment = Omit<FilePart, 'type'>

/** The user's message. */
export function userMessage(text: string, attachments: readonly Attachment[] = []): UserModelMessage {
  if (attachments.length === 0) return { role: 'user', content: text }
  return {
    role: 'user',
    content: [{ type: 'text', text }, ...attachments.map((file): FilePart => ({ ...file, type: 'file' }))],
  }
}

/** What the loop is given. */
export function promptOf(user: UserModelMessage, conversation: OpenConversation | undefined): string | ModelMessage[] {
  if (conversation === undefined && typeof user.content === 'string') return user.content
  return [...(conversation?.history ?? []), user]
}
