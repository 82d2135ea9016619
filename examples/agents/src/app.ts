/** The support desk: one app for one database. Building it opens nothing and asks no model. */
import type { Ai } from '@understudy/agents'
import { createApp, memoryApprovals, type ApprovalRequest, type ApprovalStore, type AuditSink } from '@understudy/app'
import { agentRoutes } from './agents/agent-routes'
import { createAi } from './ai'
import type { DeskDatabase } from './database/open-database'
import { errorHandler, notFound, type Log } from './http/errors'
import { principalOf } from './http/principal-of'
import { modelRoutes } from './models/model-routes'
import { createLiveFeed } from './ops/live-feed'
import { opsRoutes } from './ops/ops-routes'
import { ticketRoutes } from './tickets/ticket-routes'

/** What a test or a script may choose. */
export interface DeskOptions {
  /** The models; those of the process's environment unless given. */
  readonly ai?: Ai
  /** Where agents' calls wait for a person's yes; in memory unless given. */
  readonly approvals?: ApprovalStore
  /** Hears of each call that begins to wait. The operators' page shows it in any case. */
  readonly notify?: (request: ApprovalRequest) => unknown
  /** Takes the record of each tool call. The operators' page shows it in any case. */
  readonly audit?: AuditSink
  readonly now?: () => Date
  /** Receives what handlers threw; written to standard error unless given. */
  readonly log?: Log
}

/** Builds the app for a database. */
export function buildApp(db: DeskDatabase, options: DeskOptions = {}) {
  const { ai = createAi(process.env), approvals = memoryApprovals(), notify, audit } = options
  const { now = () => new Date(), log = console.error } = options
  const feed = createLiveFeed()
  const app = createApp({
    bindings: { ai },
    authenticate: (c) => principalOf(db, c),
    policies: {
      'close-ticket': (principal) => principal.kind === 'user',
      'decide-approvals': (principal) => principal.kind === 'user',
    },
    approvals: {
      store: approvals,
      notify(request) {
        feed.publish({ kind: 'request', request })
        return notify?.(request)
      },
    },
    audit(record) {
      feed.publish({ kind: 'call', record })
      return audit?.(record)
    },
    now: () => now().getTime(),
  })
    .route('/', ticketRoutes({ db, now }))
    .route('/', modelRoutes({ db, now }))
    .route('/', agentRoutes({ db, now }))
  app.route('/', opsRoutes({ db, now, feed, approvals: app.approvals }))
  app.notFound((c) => notFound(c, `page ${c.req.path}`))
  app.onError(errorHandler(log))
  return app
}
