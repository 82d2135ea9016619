/** Approval requests in SQLite or PostgreSQL. Knows no app and no clock: whoever calls says what time it is. */
import type { SQL } from 'bun'
import type { ApprovalFilter, ApprovalStore } from '../approvals/approval-store.js'
import { decisionText, partyText, requestOf, rowOf, type ApprovalRow, type FiledRow } from './approval-rows.js'
import { createSqlDatabase, type Migration } from './sql-database.js'
import type { SqlStoreOptions } from './store-options.js'
import { isStorableId } from './storable-id.js'

/** A store of approval requests that makes its tables. */
export interface SqlApprovals extends ApprovalStore {
  /** Makes the tables, unless they are there. Every other method does so first. */
  migrate(): Promise<void>
}

/**
 * Approval requests in SQLite or PostgreSQL, for every process that uses the database.
 *
 * Give it a client of its own. One that the app shares makes its writes wait for the app's transactions, and on SQLite
 * both have one connection, so that a statement of the app may be undone with a transaction of the store.
 * @throws SqlClientError for anything but a client of Bun for one of the two.
 * @throws AppSetupError for options that mean nothing.
 */
export function sqlApprovals(sql: SQL, options: SqlStoreOptions = {}): SqlApprovals {
  const { migrate, read, write } = createSqlDatabase(sql, [createApprovals], options)
  return {
    migrate,
    async file(filing) {
      const { requestedAt } = filing
      const row = rowOf(filing)
      const { request, isNew } = await write((transaction) => file(transaction, row))
      return { request: requestOf(request, requestedAt), isNew }
    },
    async find(id, now) {
      if (!isStorableId(id)) return undefined
      const rows: ApprovalRow[] = await read((client) =>
        client`
          SELECT status, expires_at, filing, decision, spent_at FROM understudy_approvals WHERE id = ${id}
        `.values(),
      )
      return rows.map((row) => requestOf(row, now))[0]
    },
    async list(filter, now) {
      const rows = await read((client) => list(client, filter, now))
      return rows.map((row) => requestOf(row, now))
    },
    async decide(id, decision) {
      if (!isStorableId(id)) return undefined
      const { status, at } = decision
      const text = decisionText(decision)
      const rows: ApprovalRow[] = await write((transaction) =>
        transaction`
          UPDATE understudy_approvals SET status = ${status}, decision = ${text}
          WHERE id = ${id} AND status = 'pending' AND expires_at > ${Date.parse(at)}
          RETURNING status, expires_at, filing, decision, spent_at
        `.values(),
      )
      return rows.map((row) => requestOf(row, at))[0]
    },
    async spend(id, now) {
      if (!isStorableId(id)) return false
      const rows: unknown[] = await write((transaction) =>
        transaction`
          UPDATE understudy_approvals SET status = 'spent', spent_at = ${now}, open_key = NULL
          WHERE id = ${id} AND status = 'approved' AND expires_at > ${Date.parse(now)}
          RETURNING id
        `.values(),
      )
      return rows.length === 1
    },
  }
}

const createApprovals: Migration = {
  name: 'approvals-1',
  async apply(transaction) {
    // `open_key` is there while no other request for the same call may be filed. Times that are compared are in
    // milliseconds, since a text compares by the rules of some language. What is only read is JSON.
    await transaction`
      CREATE TABLE understudy_approvals (
        id TEXT PRIMARY KEY,
        open_key TEXT UNIQUE,
        status TEXT NOT NULL,
        principal TEXT NOT NULL,
        requested_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL,
        filing TEXT NOT NULL,
        decision TEXT,
        spent_at TEXT
      )
    `
    await transaction`CREATE INDEX understudy_approvals_listed ON understudy_approvals (status, requested_at)`
  },
}

/** Files a row, or finds the open one in its place. */
async function file(transaction: SQL, row: FiledRow): Promise<{ request: ApprovalRow; isNew: boolean }> {
  const { id, openKey, principal, requestedAt, expiresAt, filing } = row
  for (;;) {
    await transaction`
      UPDATE understudy_approvals SET open_key = NULL WHERE open_key = ${openKey} AND expires_at <= ${requestedAt}
    `
    // Waits for a process that is filing the same.
    const filed: ApprovalRow[] = await transaction`
      INSERT INTO understudy_approvals (id, open_key, status, principal, requested_at, expires_at, filing)
      VALUES (${id}, ${openKey}, 'pending', ${principal}, ${requestedAt}, ${expiresAt}, ${filing})
      ON CONFLICT (open_key) DO NOTHING RETURNING status, expires_at, filing, decision, spent_at
    `.values()
    if (filed[0]) return { request: filed[0], isNew: true }
    const open: ApprovalRow[] = await transaction`
      SELECT status, expires_at, filing, decision, spent_at FROM understudy_approvals WHERE open_key = ${openKey}
    `.values()
    if (open[0]) return { request: open[0], isNew: false }
    // Between the two statements the other one was spent.
  }
}

function list(client: SQL, filter: ApprovalFilter, now: string): Promise<ApprovalRow[]> {
  return client`
    SELECT status, expires_at, filing, decision, spent_at FROM understudy_approvals
    WHERE ${hasStatus(client, filter, now)} AND ${isFor(client, filter)} ORDER BY requested_at, id
  `.values()
}

/** The condition that a filter's status is; a status depends on the time. */
function hasStatus(client: SQL, { status }: ApprovalFilter, now: string): SQL.Query<unknown> {
  if (status === undefined) return client`1 = 1`
  const at = Date.parse(now)
  switch (status) {
    case 'expired':
      return client`status IN ('pending', 'approved') AND expires_at <= ${at}`
    case 'pending':
    case 'approved':
      return client`status = ${status} AND expires_at > ${at}`
    case 'rejected':
    case 'spent':
      return client`status = ${status}`
  }
}

function isFor(client: SQL, { principal }: ApprovalFilter): SQL.Query<unknown> {
  return principal === undefined ? client`1 = 1` : client`principal = ${partyText(principal)}`
}
