/** How this package's tests set up an app whose humans are asked: a store, a clock moved by hand, and what ran. */
import { z } from 'zod'
import {
  createApp,
  memoryApprovals,
  routeTool,
  type ApprovalRequest,
  type ApprovalStore,
  type Principal,
} from './index.js'

/** The one who decides in tests. */
export const boss: Principal = { kind: 'user', id: 'boss', abilities: ['tools:*'] }

/** A clock that a test moves by hand, in milliseconds. */
export function testClock(): { now: () => number; pass: (ms: number) => void } {
  let at = Date.UTC(2030, 0, 31, 20)
  return { now: () => at, pass: (ms) => void (at += ms) }
}

/** What a test may set. */
interface GatedAppOptions {
  readonly store?: ApprovalStore
  readonly notify?: (request: ApprovalRequest) => unknown
  readonly expiresInMs?: number
}

/** An app with two gated tools that accept an id of any type, and all that became of calls of them. */
export function askingApp({ store = memoryApprovals(), ...options }: GatedAppOptions = {}) {
  const clock = testClock()
  const hits: unknown[] = []
  const notified: ApprovalRequest[] = []
  const body = z.looseObject({ id: z.union([z.number(), z.string()]), why: z.unknown().optional() })
  const contract = { description: 'Changes a ticket.', body, approval: 'required' } as const
  const notify = (request: ApprovalRequest): void => void notified.push(request)
  const app = createApp({ now: clock.now, approvals: { store, notify, ...options } })
    .post('/close', routeTool('tickets_close', contract), (c) => {
      hits.push(c.req.valid('json').id)
      return c.json('closed')
    })
    .post('/delete', routeTool('tickets_delete', contract), (c) => {
      hits.push(c.req.valid('json').id)
      if (c.req.valid('json')['fail']) throw new Error('disk full')
      return c.json('deleted')
    })
    .onError((_error, c) => c.text('failed', 500))
  return { app, hits, notified, clock, store }
}
