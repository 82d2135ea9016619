/** What the operators' routes are built from, beside the tickets. */
import type { AppApprovals } from '@understudy/app'
import type { DeskContext } from '../desk-env'
import type { LiveFeed } from './live-feed'

export interface OpsContext extends DeskContext {
  readonly approvals: AppApprovals
  readonly feed: LiveFeed
}
