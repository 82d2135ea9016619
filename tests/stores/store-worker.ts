// A process with stores of its own on a database that others use too. It is told what to do on its standard input, one
// JSON line a command, and answers each with one line. Started by store-process.ts; knows no test.

import { sqlConversations } from '@understudy/agents/sql'
import { sqlApprovals, sqlBudgets } from '@understudy/app/sql'
import { SQL } from 'bun'
import type { StoreCommand } from './store-process'

const sql = new SQL(process.argv[2] ?? '')
const approvals = sqlApprovals(sql)
const conversations = sqlConversations(sql)
const budgets = sqlBudgets(sql)

function answer(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

/**
 * The client, except that the transaction which gets as far as storing messages stays there: it says so, and never ends.
 */
function stuck(client: SQL): SQL {
  return new Proxy(client, {
    get(target, key) {
      if (key !== 'begin') return Reflect.get(target, key) as unknown
      return (mode: string, callback: (transaction: SQL) => Promise<void>) =>
        target.begin(mode, (transaction) => callback(stuckAtMessages(transaction)))
    },
  })
}

function stuckAtMessages(transaction: SQL): SQL {
  return new Proxy(transaction, {
    apply(target, self, args: [TemplateStringsArray, ...unknown[]]) {
      if (!args[0].join('').includes('INSERT INTO understudy_conversation_turns')) {
        return Reflect.apply(target, self, args) as unknown
      }
      answer('in the middle')
      return Promise.withResolvers<never>().promise
    },
  })
}

async function run(command: StoreCommand): Promise<unknown> {
  switch (command.do) {
    case 'migrate':
      await Promise.all([approvals.migrate(), conversations.migrate(), budgets.migrate()])
      return 'migrated'
    case 'file':
      return approvals.file(command.filing)
    case 'spend':
      return approvals.spend(command.id, command.now)
    case 'append':
      await conversations.append(command.id, command.turn)
      return 'appended'
    case 'take':
      return budgets.take(command.name, command.limit, command.now)
    case 'create, and get stuck':
      return sqlConversations(stuck(sql)).create(command.conversation)
    case 'append, and get stuck':
      return sqlConversations(stuck(sql)).append(command.id, command.turn)
  }
}

answer('ready')
for await (const line of console) {
  answer(await run(JSON.parse(line) as StoreCommand).catch((error: unknown) => ({ failed: String(error) })))
}
