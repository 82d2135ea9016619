/** Who a request from outside acts for: the user whose token it carries, as a bearer or in the operators' page's cookie. */
import type { Principal } from '@understudy/app'
import type { Context } from 'hono'
import type { DeskDatabase } from '../database/open-database'
import { userOfToken } from '../database/tokens'
import { sessionToken } from './session'

/** The principal of a request; null when its token is missing, malformed or unknown. */
export function principalOf(db: DeskDatabase, c: Context): Principal | null {
  const header = c.req.header('authorization')
  const token = header === undefined ? sessionToken(c) : bearerOf(header)
  const user = token === undefined ? undefined : userOfToken(db, token)
  return user ? { kind: user.kind, id: user.id } : null
}

function bearerOf(header: string): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header)?.[1]
}
