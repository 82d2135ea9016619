/** The support desk: one app for one database. Building it opens nothing and asks no model. */
import type { Ai } from '@understudy/agents'
import { createApp } from '@understudy/app'
import { agentRoutes } from './agents/agent-routes'
import { createAi } from './ai'
import type { DeskDatabase } from './database/open-database'
import { errorHandler, notFound, type Log } from './http/errors'
import { principalFromBearer } from './http/principal-from-bearer'
import { modelRoutes } from './models/model-routes'
import { ticketRoutes } from './tickets/ticket-routes'

/** What a test or a script may choose. */
export interface DeskOptions {
  /** The models; those of the process's environment unless given. */
  readonly ai?: Ai
  readonly now?: () => Date
  /** Receives what handlers threw; written to standard error unless given. */
  readonly log?: Log
}

/** Builds the app for a database. */
export function buildApp(db: DeskDatabase, options: DeskOptions = {}) {
  const { ai = createAi(process.env), now = () => new Date(), log = console.error } = options
  const app = createApp({
    bindings: { ai },
    authenticate: (c) => principalFromBearer(db, c.req.header('authorization')),
    policies: { 'close-ticket': (principal) => principal.kind === 'user' },
  })
    .route('/', ticketRoutes({ db, now }))
    .route('/', modelRoutes({ db, now }))
    .route('/', agentRoutes({ db, now }))
  app.notFound((c) => notFound(c, `page ${c.req.path}`))
  app.onError(errorHandler(log))
  return app
}
