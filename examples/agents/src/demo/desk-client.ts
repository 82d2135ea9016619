/** Sends the demo's HTTP requests to the listening server, and prints each with its response. */
import { printable } from './printable'

/** A response that has been read. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** What a client is made of. */
export interface DeskClientSetup {
  readonly origin: URL
  readonly token: string
  readonly print: (line: string) => void
}

/** Sends one request, as the owner of the token. */
export type Send = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>

/** A client of the desk. The token is sent and never printed. */
export function createDeskClient({ origin, token, print }: DeskClientSetup): Send {
  return async (method, path, body) => {
    const text = body && JSON.stringify(body)
    const headers = { authorization: `Bearer ${token}`, ...(text && { 'content-type': 'application/json' }) }
    const response = await fetch(new URL(path, origin), { method, headers, ...(text && { body: text }) })
    const answer: Answer = { status: response.status, body: await response.json() }
    print(`> ${method} ${path}${text ? ` ${printable(text)}` : ''}`)
    print(`< ${answer.status} ${printable(answer.body, 400)}`)
    return answer
  }
}
