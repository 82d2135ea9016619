/**
 * Bearer tokens: made here, shown once, and stored only as a hash.
 *
 * SHA-256 is right here, and bcrypt or argon2 would not be better: those are slow so that guessing a password, of which
 * there are few likely ones, takes long. A token is 256 random bits. Nobody guesses it at any speed, with the hash or
 * without, and every request has to hash one. A plain hash can also be looked up by index.
 */
import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { DeskDatabase } from './open-database'
import { tokens, users } from './schema'

/** A row of the users table. */
export type User = typeof users.$inferSelect

/** Makes a token for a user. What is returned cannot be had again. */
export function issueToken(db: DeskDatabase, user: User): string {
  const token = `desk_${randomBytes(32).toString('base64url')}`
  db.insert(tokens)
    .values({ hash: hashOf(token), userId: user.id })
    .run()
  return token
}

/** The user whom a token was made for; undefined for any other text. */
export function userOfToken(db: DeskDatabase, token: string): User | undefined {
  return db
    .select({ id: users.id, kind: users.kind, name: users.name })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(eq(tokens.hash, hashOf(token)))
    .get()
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
