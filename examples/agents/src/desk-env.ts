/** What the routes of the support desk share: the variables of their handlers, and what they are built from. */
import type { Ai } from '@understudy/agents'
import type { AppEnv } from '@understudy/app'
import type { DeskDatabase } from './database/open-database'

/** `c.var.ai` and `c.var.principal`. */
export type DeskEnv = AppEnv<{ ai: Ai }>

/** What the routes of one app read from. */
export interface DeskContext {
  readonly db: DeskDatabase
  readonly now: () => Date
}
