/** What operators do, for people alone: the page, and the answers to what agents ask for. */
import { Hono } from 'hono'
import type { DeskEnv } from '../desk-env'
import { approvalRoutes } from './approval-routes'
import type { OpsContext } from './ops-context'
import { pageHeaders } from './page-headers'
import { pageRoutes } from './page-routes'

/** `/ops` and what is under it, but for the routes that prompt agents. */
export function opsRoutes(context: OpsContext) {
  return new Hono<DeskEnv>()
    .use('/ops/*', pageHeaders)
    .route('/', pageRoutes(context))
    .route('/', approvalRoutes(context))
}
