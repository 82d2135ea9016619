/** Who a request from outside acts for: the user whose bearer token it carries. */
import type { Principal } from '@understudy/app'
import type { DeskDatabase } from '../database/open-database'
import { userOfToken } from '../database/tokens'

/** The principal of an `Authorization` header; null for a missing, malformed or unknown token. */
export function principalFromBearer(db: DeskDatabase, header: string | undefined): Principal | null {
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
  const user = token === undefined ? undefined : userOfToken(db, token)
  return user ? { kind: user.kind, id: user.id } : null
}
