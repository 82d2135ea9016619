/** `bun run dev`: serves the support desk from a local file, with the models that the environment configures. */
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileAudit } from '@understudy/app'
import { createAi } from './ai'
import { buildApp } from './app'
import { openDatabase } from './database/open-database'
import { openStores } from './database/open-stores'
import { seedTickets, seedUsers } from './database/seed'

const path = process.env['DATABASE_PATH'] || join(import.meta.dir, '../storage/support-desk.sqlite')

mkdirSync(dirname(path), { recursive: true })
const db = openDatabase(path)
const tokens = seedUsers(db)
if (tokens) seedTickets(db, new Date())
const { approvals, conversations } = openStores(path)
const app = buildApp(db, {
  ai: createAi(process.env, conversations),
  approvals,
  audit: fileAudit(join(dirname(path), 'agent-audit.jsonl')),
  notify: ({ agent, tool }) =>
    console.log(`${agent} asks for ${tool}: answer it on ${new URL('/ops', server.url).href}`),
})

const server = Bun.serve({
  // Only for this machine: it is a sample, and its agents cost money.
  hostname: '127.0.0.1',
  port: Number(process.env['PORT'] || 3000),
  // A model may take longer to answer than the ten seconds after which Bun gives up on a quiet connection.
  idleTimeout: 120,
  fetch: app.fetch,
})
console.log(`The support desk listens on ${server.url.href}`)
if (tokens) {
  console.log(`Operator token (only its hash is kept, so it is shown this once): ${tokens.operatorToken}`)
} else {
  console.log('Its tokens were shown when it first started. For new ones, delete its database and start again.')
}
