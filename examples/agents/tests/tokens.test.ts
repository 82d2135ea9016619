// Tokens: only their hash is kept, and a database that is opened again still knows them.

import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/database/open-database'
import { tokens } from '../src/database/schema'
import { seedUsers } from '../src/database/seed'
import { userOfToken } from '../src/database/tokens'
import { openDesk } from './open-desk'

test('a token signs in its user, and nothing like it does', async () => {
  using desk = await openDesk()

  await desk.http.withToken(desk.operatorToken).get('/tickets').assertOk()
  await desk.http.withToken(desk.operatorToken.toUpperCase()).get('/tickets').assertUnauthorized()
  await desk.http.withToken(`${desk.operatorToken}0`).get('/tickets').assertUnauthorized()
  await desk.http
    .withHeaders({ authorization: `Basic ${desk.operatorToken}` })
    .get('/tickets')
    .assertUnauthorized()
  await desk.http.withHeaders({ authorization: 'Bearer' }).get('/tickets').assertUnauthorized()
})

test('the stored hash does not sign in', async () => {
  using desk = await openDesk()
  const stored = desk.db.select().from(tokens).all()
  expect(stored).toHaveLength(2)

  for (const { hash } of stored) await desk.http.withToken(hash).get('/tickets').assertUnauthorized()
})

test('a file that is opened again keeps its users, and no token is in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'support-desk-'))
  const path = join(folder, 'desk.sqlite')
  try {
    let operatorToken: string
    {
      using db = openDatabase(path)
      ;({ operatorToken } = seedUsers(db)!)
    }
    {
      using db = openDatabase(path)
      expect(seedUsers(db)).toBeUndefined()
      expect(userOfToken(db, operatorToken)).toMatchObject({ kind: 'user', name: 'Ada' })
    }
    expect(Buffer.from(await Bun.file(path).bytes()).includes(operatorToken)).toBe(false)
  } finally {
    await rm(folder, { recursive: true })
  }
})
