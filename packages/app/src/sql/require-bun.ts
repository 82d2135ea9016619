/** The subpath is for Bun alone: importing it elsewhere says so, instead of failing at the first query. */
import { SqlClientError } from '../errors/sql-client-error.js'

if (process.versions.bun === undefined) {
  throw new SqlClientError({ reason: 'runtime', given: `Node ${process.versions.node}` })
}
