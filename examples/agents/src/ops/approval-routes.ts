/**
 * The routes on which people answer what agents ask for. None is a tool, so that no agent can reach them. A program sends and
 * reads JSON; the page's forms are answered with the page.
 */
import { ApprovalError, authorize, requirePrincipal, type ApprovalRequest } from '@understudy/app'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { DeskEnv } from '../desk-env'
import { describeApprovalError } from '../http/errors'
import type { OpsContext } from './ops-context'
import { renderOps } from './render-ops'

const Rejection = z.object({ reason: z.string().trim().max(500).optional() })

/** `/ops/approvals` and what is under it. */
export function approvalRoutes(context: OpsContext) {
  const { approvals } = context
  return new Hono<DeskEnv>()
    .get('/ops/approvals', requirePrincipal(), authorize('decide-approvals'), async (c) =>
      c.json({ requests: await approvals.list({ status: 'pending' }) }),
    )
    .post('/ops/approvals/:id/approve', requirePrincipal(), authorize('decide-approvals'), async (c) => {
      const by = c.var.principal
      return await answer(c, context, () => approvals.approve(c.req.param('id'), { by }))
    })
    .post('/ops/approvals/:id/reject', requirePrincipal(), authorize('decide-approvals'), async (c) => {
      const rejection = Rejection.safeParse(await bodyOf(c))
      if (!rejection.success) return c.json({ success: false, error: rejection.error.issues }, 400)
      const { reason } = rejection.data
      const by = c.var.principal
      return await answer(c, context, () => approvals.reject(c.req.param('id'), { by, ...(reason && { reason }) }))
    })
}

async function answer(c: Context, context: OpsContext, decide: () => Promise<ApprovalRequest>) {
  try {
    const request = await decide()
    return isForm(c) ? c.redirect(`/ops?done=${request.status}`, 303) : c.json({ request })
  } catch (error) {
    if (!(error instanceof ApprovalError) || !isForm(c)) throw error
    const { status, message } = describeApprovalError(error)
    return c.html(await renderOps(context, { role: 'alert', text: message }), status)
  }
}

function isForm(c: Context): boolean {
  return c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false
}

/** What was sent along; nothing at all is as good as no reason. */
async function bodyOf(c: Context): Promise<unknown> {
  if (isForm(c)) return await c.req.parseBody()
  return (await c.req.text()) === '' ? {} : await c.req.json().catch(() => null)
}
