/** The types of what a model reads back from a route: its answer, its failure, a refusal and where that stands. */
import { routeTool, type ApprovalState, type DenialReason } from '@understudy/app'
import type { Tool } from 'ai'
import { z } from 'zod'
import { Agent, type AgentTools, type AppToolDenial, type AppToolResult } from './index.js'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function same<A, B>(_: Equal<A, B>): void {}
function expectType<Expected>(_: Expected): void {}

const ticketsDelete = routeTool('tickets_delete', {
  description: 'Delete one ticket.',
  params: z.object({ id: z.number() }),
  output: z.object({ deleted: z.number() }),
  approval: 'required',
})

class Clerk extends Agent {
  override tools() {
    return this.appTools([ticketsDelete])
  }
}

type OutputOf<T> = T extends Tool<infer _, infer Output> ? Output : never
same<OutputOf<AgentTools<Clerk>['tickets_delete']>, AppToolResult<{ deleted: number }>>(true)

same<AppToolDenial['denied'], DenialReason>(true)
same<AppToolDenial['approval'], ApprovalState | undefined>(true)
same<ApprovalState['status'], 'pending' | 'rejected'>(true)

/** What an app can say of a result without asking what else it may be. */
export function describe(result: AppToolResult<{ deleted: number }>): string {
  if ('deleted' in result) return `deleted ${result.deleted}`
  if ('error' in result) return `failed with ${result.status}`
  if (result.approval?.status === 'pending') return `waits for ${result.approval.requestId}`
  return result.approval?.reason ?? result.message
}

expectType<AppToolDenial>({ denied: 'scope', message: 'No.' })
// @ts-expect-error a request has an id
expectType<AppToolDenial>({ denied: 'approval', message: 'Wait.', approval: { status: 'pending', expiresAt: '' } })
