/** `@understudy/app/sql`: stores in SQLite or PostgreSQL, over Bun's SQL client. For Bun alone. */
import './require-bun.js'

// Stores
export { sqlApprovals, type SqlApprovals } from './sql-approvals.js'
export { sqlBudgets, type SqlBudgets } from './sql-budgets.js'
export type { SqlStoreOptions } from './store-options.js'

// For packages with stores of their own
export { createSqlDatabase, type Migration, type SqlDatabase } from './sql-database.js'
export { isStorableId } from './storable-id.js'

// Errors
export { SqlBusyError, type SqlBusyErrorDetails } from '../errors/sql-busy-error.js'
export { SqlClientError, type SqlClientErrorDetails } from '../errors/sql-client-error.js'
export { SqlMigrationError, type SqlMigrationErrorDetails } from '../errors/sql-migration-error.js'
