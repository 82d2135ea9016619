// What an app configures as its store of conversations.
import { sql, SQL } from 'bun'
import { defineAi } from '../index.js'
import { sqlConversations } from './index.js'

defineAi({ default: 'one', providers: { one: {} }, conversations: sqlConversations(new SQL('sqlite://app.db')) })
await (sqlConversations(sql).migrate() satisfies Promise<void>)

// @ts-expect-error a client, not an address
sqlConversations('sqlite://app.db')
