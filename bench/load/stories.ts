/** What clients of the support desk do in the load run: three stories, each with the requests that it takes and what it must leave. */
import { readChunks } from '../../examples/agents/src/demo/read-chunks.js'
import { LoadError } from './load-error.js'

/** Sends one request as the operator, times it, and gives its answer; any other status than the expected is an error. */
export type Send = (request: LoadRequest) => Promise<Response>

/** One request of a story. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly status: number
}

/** The requests that one round of one client takes. */
export const REQUESTS_A_ROUND = 11

/** What one round of one client leaves behind. */
export const EFFECTS_OF_A_ROUND = {
  'tickets opened': 2,
  'tickets closed': 1,
  'approvals spent': 1,
  'approvals rejected': 1,
  conversations: 1,
  'conversation turns': 2,
} as const

/** All three stories, one after the other. */
export async function playRound(send: Send): Promise<void> {
  const ticket = await openTicket(send)
  await closeOnce(send, ticket)
  await chatTwice(send, ticket)
  await mailIn(send)
}

async function openTicket(send: Send): Promise<number> {
  const body = { subject: 'Printer on fire', message: 'It smokes.', customer: 'grace@example.com' }
  return await ticketIdOf(await send({ method: 'POST', path: '/tickets', body, status: 201 }))
}

/** An agent asks, a person approves, and the agent makes its call twice at once: it runs once, and the other one waits again. */
async function closeOnce(send: Send, ticketId: number): Promise<void> {
  const prompt = { method: 'POST', path: '/ops/agents/close', body: { ticketId }, status: 200 } as const
  await (await send(prompt)).json()
  const asked = await pendingFor(send, ticketId)
  await (await send({ method: 'POST', path: `/ops/approvals/${asked}/approve`, status: 200 })).json()
  const repeats = await Promise.all([send(prompt), send(prompt)])
  await Promise.all(repeats.map((response) => response.json()))
  const second = await pendingFor(send, ticketId)
  await (await send({ method: 'POST', path: `/ops/approvals/${second}/reject`, body: {}, status: 200 })).json()
}

/** A streamed answer, and a second question in the same conversation. */
async function chatTwice(send: Send, ticketId: number): Promise<void> {
  const ask = async (body: object): Promise<string> => {
    const response = await send({ method: 'POST', path: '/chat', body, status: 200 })
    let text = ''
    for await (const chunk of readChunks(response)) if (chunk.type === 'text-delta') text += chunk.delta
    if (text !== `Ticket ${ticketId} smokes.`)
      throw new LoadError(`A chat about ticket ${ticketId} answered "${text}".`)
    return response.headers.get('x-conversation-id') ?? ''
  }
  const message = `What is ticket ${ticketId} about?`
  const conversation = await ask({ message })
  const same = await ask({ message, conversation })
  if (same !== conversation) throw new LoadError(`The conversation ${conversation} went on as ${same}.`)
}

/** A mail that an agent makes a ticket of. */
async function mailIn(send: Send): Promise<void> {
  const body = { from: 'linus@example.com', subject: 'Invoice', text: 'It goes to the old office.' }
  await ticketIdOf(await send({ method: 'POST', path: '/intake', body, status: 201 }))
}

async function pendingFor(send: Send, ticketId: number): Promise<string> {
  const response = await send({ method: 'GET', path: '/ops/approvals', status: 200 })
  const { requests } = (await response.json()) as { requests: { id: string; input: { id: number } }[] }
  const [request, another] = requests.filter(({ input }) => input.id === ticketId)
  if (request !== undefined && another === undefined) return request.id
  throw new LoadError(`Ticket ${ticketId} has ${another ? 'several requests' : 'no request'} that wait, and not one.`)
}

async function ticketIdOf(response: Response): Promise<number> {
  const { ticket } = (await response.json()) as { ticket: { id: number } }
  return ticket.id
}
