/** The support desk that the load run asks: its tickets in a SQLite file, its stores in the database that is measured. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqlConversations } from '@understudy/agents/sql'
import type { AuditRecord } from '@understudy/app'
import { sqlApprovals } from '@understudy/app/sql'
import { SQL } from 'bun'
import { createAi } from '../../examples/agents/src/ai.js'
import { buildApp } from '../../examples/agents/src/app.js'
import { openDatabase } from '../../examples/agents/src/database/open-database.js'
import { seedUsers } from '../../examples/agents/src/database/seed.js'
import { databaseKinds } from '../../tests/stores/databases.js'
import { LoadError } from './load-error.js'

/** The databases that the run is made on. */
export type StoreKind = 'SQLite' | 'PostgreSQL'

/** A desk that is new, until it is disposed of. */
export interface LoadDesk extends AsyncDisposable {
  readonly app: ReturnType<typeof buildApp>
  readonly token: string
  /** What became of each tool call, such as `tickets_close ok`, and how often. */
  readonly outcomes: ReadonlyMap<string, number>
  /** What handlers threw. */
  readonly errors: readonly Error[]
  /** What the requests have left behind. */
  readonly countEffects: () => Promise<Record<string, number>>
}

/** Opens a desk. */
export async function openLoadDesk(kind: StoreKind): Promise<LoadDesk> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'understudy-load-'))
  stack.defer(() => rm(folder, { recursive: true }))
  const path = join(folder, 'desk.sqlite')
  const db = stack.use(openDatabase(path))
  const sql = kind === 'SQLite' ? new SQL(`sqlite://${path}`) : stack.use(await createPostgres()).connect()
  stack.defer(() => sql.close())
  const token = seedUsers(db)?.operatorToken ?? ''
  const outcomes = new Map<string, number>()
  const errors: Error[] = []
  const app = buildApp(db, {
    ai: createAi({}, sqlConversations(sql)),
    approvals: sqlApprovals(sql),
    audit: ({ tool, outcome }: AuditRecord) =>
      outcomes.set(`${tool} ${outcome}`, (outcomes.get(`${tool} ${outcome}`) ?? 0) + 1),
    log: (error) => errors.push(error),
  })
  const closing = stack.move()
  return {
    app,
    token,
    outcomes,
    errors,
    countEffects: async () => ({ ...countTickets(db.$client), ...(await countStored(sql)) }),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

function createPostgres() {
  const postgres = databaseKinds.find(({ name }) => name === 'PostgreSQL')
  if (postgres === undefined || postgres.missing !== undefined) {
    throw new LoadError(`The load run needs a PostgreSQL: ${postgres?.missing}. Set TEST_POSTGRES_URL.`)
  }
  return postgres.create()
}

type Client = ReturnType<typeof openDatabase>['$client']

function countTickets(client: Client): Record<string, number> {
  const count = (where: string): number =>
    client.query<{ n: number }, []>(`SELECT count(*) AS n FROM tickets WHERE ${where}`).get()?.n ?? 0
  return { 'tickets opened': count('1 = 1'), 'tickets closed': count("status = 'closed'") }
}

/** PostgreSQL counts further than a number does, and so gives text. */
async function countStored(sql: SQL): Promise<Record<string, number>> {
  const approvals: { status: string; n: number | string }[] =
    await sql`SELECT status, count(*) AS n FROM understudy_approvals GROUP BY status`
  const [conversations] = await sql`SELECT count(*) AS n FROM understudy_conversations`
  const [turns] = await sql`SELECT count(*) AS n FROM understudy_conversation_turns`
  return {
    ...Object.fromEntries(approvals.map(({ status, n }) => [`approvals ${status}`, Number(n)])),
    conversations: Number(conversations.n),
    'conversation turns': Number(turns.n),
  }
}
