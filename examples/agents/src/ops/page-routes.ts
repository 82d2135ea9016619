/** The operators' page, how people sign in to it, and what it loads. */
import { authorize, requirePrincipal } from '@understudy/app'
import { Hono } from 'hono'
import { userOfToken } from '../database/tokens'
import type { DeskEnv } from '../desk-env'
import { isFromOwnPage, signIn, signOut } from '../http/session'
import type { OpsContext } from './ops-context'
import { signInPage } from './page/sign-in-page'
import { renderOps } from './render-ops'
import { serveAsset } from './serve-asset'
import { streamFeed } from './stream-feed'

/** What a person is told after a decision. Only the key travels in the address. */
const DONE = new Map([
  ['approved', 'Approved. The call runs once, when the agent makes it again.'],
  ['rejected', 'Rejected. The agent is told so when it asks again.'],
])

/** `/ops`, `/ops/audit`, and signing in and out. */
export function pageRoutes(context: OpsContext) {
  return new Hono<DeskEnv>()
    .get('/ops', async (c) => {
      if (c.var.principal?.kind !== 'user') return c.html(signInPage())
      const text = DONE.get(c.req.query('done') ?? '')
      return c.html(await renderOps(context, text === undefined ? undefined : { role: 'status', text }))
    })
    .get('/ops/assets/:name{ops\\.css|live\\.js}', (c) => serveAsset(c.req.param('name')))
    .get('/ops/audit', requirePrincipal(), authorize('decide-approvals'), (c) => streamFeed(c, context.feed))
    .post('/ops/sign-in', async (c) => {
      // Another page could otherwise sign a person in as somebody else, and have them decide in that name.
      if (!isFromOwnPage(c)) return c.html(signInPage('Sign in on this page.'), 403)
      const { token: given } = await c.req.parseBody()
      const token = typeof given === 'string' ? given.trim() : ''
      if (userOfToken(context.db, token)?.kind !== 'user') {
        return c.html(signInPage('That is no token of an operator.'), 403)
      }
      signIn(c, token)
      return c.redirect('/ops', 303)
    })
    .post('/ops/sign-out', (c) => {
      if (isFromOwnPage(c)) signOut(c)
      return c.redirect('/ops', 303)
    })
}
