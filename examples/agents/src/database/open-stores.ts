/**
 * What the desk keeps of its agents, approvals and conversations, in the same SQLite file as its tickets. Knows neither an
 * agent nor a ticket: the stores make and read tables of their own.
 */
import { SQL } from 'bun'
import type { ConversationStore } from '@understudy/agents'
import { sqlConversations } from '@understudy/agents/sql'
import type { ApprovalStore } from '@understudy/app'
import { sqlApprovals } from '@understudy/app/sql'

/** The stores of a desk. Disposing of them closes their connection. */
export interface DeskStores extends AsyncDisposable {
  readonly approvals: ApprovalStore
  readonly conversations: ConversationStore
}

/** Opens the stores of the SQLite file at a path. Its tables are made when they are first needed. */
export function openStores(path: string): DeskStores {
  const sql = new SQL({ adapter: 'sqlite', filename: path })
  return {
    approvals: sqlApprovals(sql),
    conversations: sqlConversations(sql),
    [Symbol.asyncDispose]: async () => await sql.end(),
  }
}
