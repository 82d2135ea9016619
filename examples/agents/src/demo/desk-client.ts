/** Sends the demo's HTTP requests to the listening server, and prints each with its response. */
import type { Print } from './confirm'
import { printable } from './printable'
import { readChunks } from './read-chunks'

/** A response that has been read. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** What a client is made of. */
export interface DeskClientSetup {
  readonly origin: URL
  readonly token: string
  readonly print: Print
}

/** Sends one request, as the owner of the token. */
export type Send = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>

/** What is said in a chat. */
export interface ChatTurn {
  readonly message: string
  /** The conversation to go on with; a new one unless given. */
  readonly conversation?: string
  /** Hears of each piece of the answer as it arrives. */
  readonly onPiece?: (piece: string) => void
}

/** Chats until the answer has ended, and returns the conversation. */
export type Chat = (turn: ChatTurn) => Promise<string>

/** A client of the desk. The token is sent and never printed. */
export interface DeskClient {
  readonly send: Send
  readonly chat: Chat
}

/** Makes a client. */
export function createDeskClient({ origin, token, print }: DeskClientSetup): DeskClient {
  const request = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Response> => {
    const text = body && JSON.stringify(body)
    const headers = { authorization: `Bearer ${token}`, ...(text && { 'content-type': 'application/json' }) }
    return await fetch(new URL(path, origin), { method, headers, ...(text && { body: text }) })
  }
  return {
    async send(method, path, body) {
      const response = await request(method, path, body)
      const answer: Answer = { status: response.status, body: await response.json() }
      print(`> ${method} ${printable(path)}${body ? ` ${printable(body)}` : ''}`)
      print(`< ${answer.status} ${printable(answer.body, 400)}`)
      return answer
    },
    async chat({ message, conversation, onPiece }) {
      // The id of a conversation is another one each time the demo is played, so it is not printed.
      print(`> POST /chat ${printable({ message })}${conversation ? ', in the same conversation' : ''}`)
      const response = await request('POST', '/chat', { message, ...(conversation && { conversation }) })
      print(`< ${response.status} ${response.headers.get('content-type')}`)
      for await (const chunk of readChunks(response)) {
        if (chunk.type !== 'text-delta') continue
        print(`<   ${printable(JSON.stringify(chunk.delta))}`)
        onPiece?.(chunk.delta)
      }
      return response.headers.get('x-conversation-id') ?? ''
    },
  }
}
