// Every store over SQL holds to its contract on every database, as the stores in memory do.

import { conversationStoreCases } from '@understudy/agents'
import { sqlConversations } from '@understudy/agents/sql'
import { approvalStoreCases, budgetStoreCases } from '@understudy/app'
import { sqlApprovals, sqlBudgets } from '@understudy/app/sql'
import { afterAll, beforeAll, describe, test } from 'bun:test'
import type { SQL } from 'bun'
import { databaseKinds, type TestDatabase } from './databases'

for (const { name, missing, create } of databaseKinds) {
  describe.skipIf(missing !== undefined)(`on ${name}`, () => {
    let database: TestDatabase
    let sql: SQL
    beforeAll(async () => {
      database = await create()
      sql = database.connect()
    })
    afterAll(() => database[Symbol.asyncDispose]())

    describe('sqlConversations()', () => {
      for (const { name, run } of conversationStoreCases) test(name, () => run(() => sqlConversations(sql)))
    })

    describe('sqlApprovals()', () => {
      for (const { name, run } of approvalStoreCases) test(name, () => run(() => sqlApprovals(sql)))
    })

    describe('sqlBudgets()', () => {
      for (const { name, run } of budgetStoreCases) test(name, () => run(() => sqlBudgets(sql)))
    })
  })
}
