/** What the scenes of the demo share. */
import type { FakeAi } from '@understudy/testing'
import type { Confirm, Print } from './confirm'
import type { DeskClient } from './desk-client'

/** A stage: a listening desk with a script in the model's place, and where to print. */
export interface Scene extends DeskClient {
  readonly ai: FakeAi
  readonly print: Print
  readonly confirm: Confirm
}
