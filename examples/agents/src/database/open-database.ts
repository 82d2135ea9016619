/** Opens the SQLite file of a support desk and brings its tables up to date. */
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { drizzle, type BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import * as schema from './schema'

/** A database of the support desk. Disposing of it closes the file. */
export type DeskDatabase = BunSQLiteDatabase<typeof schema> & { $client: Database } & Disposable

const migrationsFolder = join(import.meta.dir, '../../drizzle')

/** Opens, creating it if need be, a database at a path, or one in memory (`:memory:`), and applies new migrations. */
export function openDatabase(path: string): DeskDatabase {
  const client = new Database(path, { create: true, readwrite: true, strict: true })
  client.run('PRAGMA journal_mode = WAL')
  // SQLite checks references only for the connections that ask for it.
  client.run('PRAGMA foreign_keys = ON')
  const db = drizzle(client, { schema })
  migrate(db, { migrationsFolder })
  return Object.assign(db, { [Symbol.dispose]: () => client.close() })
}
