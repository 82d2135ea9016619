/** The tables of the support desk. A change here needs `bun run generate`, which writes the migration. */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** People who answer tickets, and services that bring mail in. */
export const users = sqliteTable('users', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  kind: text('kind', { enum: ['user', 'service'] }).notNull(),
  name: text('name').notNull().unique(),
})

/** What a bearer of a token may sign in as. The token itself is stored nowhere; see tokens.ts. */
export const tokens = sqliteTable('tokens', {
  hash: text('hash').primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
})

export const tickets = sqliteTable(
  'tickets',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    customer: text('customer').notNull(),
    status: text('status', { enum: ['open', 'closed'] })
      .notNull()
      .default('open'),
    openedBy: integer('opened_by')
      .notNull()
      .references(() => users.id),
    /** ISO 8601, in UTC. */
    openedAt: text('opened_at').notNull(),
  },
  (table) => [
    index('tickets_status').on(table.status),
    check('tickets_status_known', sql`${table.status} in ('open', 'closed')`),
  ],
)
