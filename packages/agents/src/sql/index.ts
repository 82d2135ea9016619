/** `@understudy/agents/sql`: conversations in SQLite or PostgreSQL, over Bun's SQL client. For Bun alone. */

// Conversations
export { sqlConversations, type SqlConversations } from './sql-conversations.js'
