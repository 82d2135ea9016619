/** The scenes in which an agent wants to write: it is refused, a person says yes, and its repeat runs, once. */
import type { AgentCall } from '@understudy/testing'
import { TicketCloser } from '../agents/ticket-closer'
import { valueOf, type Print } from './confirm'
import { printCall } from './print-call'
import type { Scene } from './scene'

/** The closer tries to close a ticket, and the ticket stays as it was. */
export async function playRefusedWrite(scene: Scene): Promise<void> {
  const { send, print, confirm } = scene
  print('\n== 2. An agent writes, and is refused: closing needs a human ==\n')

  const before = await send('GET', '/tickets/1')
  const { answer, call, denied } = await promptCloser(scene)
  const after = await send('GET', '/tickets/1')

  showCall(print, call)
  confirm('reading the ticket was allowed, closing it was not', denied, [undefined, 'approval'])
  confirm('the model says that it closed the ticket', valueOf(answer.body, 'answer'), 'I closed ticket 1.')
  confirm('the ticket is as it was', [after.status, after.body], [200, before.body])
  confirm('and it is open', valueOf(valueOf(after.body, 'ticket'), 'status'), 'open')
}

/** A person approves what the closer asked for; it makes the call again, and once more. */
export async function playApproval(scene: Scene): Promise<void> {
  const { send, print, confirm } = scene
  print('\n== 3. A human says yes, and the same call runs once ==\n')

  const { body } = await send('GET', '/ops/approvals')
  const requests = valueOf(body, 'requests')
  const [request] = Array.isArray(requests) ? requests : []
  confirm(
    'one call waits, with its exact input',
    [valueOf(request, 'tool'), valueOf(request, 'input')],
    ['tickets_close', { id: 1 }],
  )
  const approved = await send('POST', `/ops/approvals/${String(valueOf(request, 'id'))}/approve`)
  confirm('a person approved it', valueOf(valueOf(approved.body, 'request'), 'status'), 'approved')
  const before = await send('GET', '/tickets/1')
  confirm('the yes alone closed nothing', valueOf(valueOf(before.body, 'ticket'), 'status'), 'open')
  print('')

  const second = await promptCloser(scene)
  showCall(print, second.call)
  confirm('the agent made the same call again, and it ran', second.denied, [undefined, undefined])
  confirm('the ticket is closed', valueOf(valueOf(second.answer.body, 'ticket'), 'status'), 'closed')
  print('')

  const third = await promptCloser(scene)
  confirm('the yes is spent: a third call waits for another', third.denied, [undefined, 'approval'])
}

async function promptCloser({ ai, send }: Scene) {
  ai.respond(TicketCloser, [
    {
      toolCalls: [{ name: 'tickets_show', input: { id: 1 } }],
      then: { toolCalls: [{ name: 'tickets_close', input: { id: 1 } }], then: 'I closed ticket 1.' },
    },
  ])
  const answer = await send('POST', '/ops/agents/close', { ticketId: 1 })
  const call = ai.calls(TicketCloser).at(-1)
  if (!call) throw new Error('Closing prompted no agent.')
  return { answer, call, denied: call.toolCalls.map((toolCall) => toolCall.denied) }
}

function showCall(print: Print, call: AgentCall<TicketCloser>): void {
  print('')
  printCall('ticket-closer', call).forEach((line) => print(line))
  print('')
}
