// Processes that share a database: what one may have alone, one gets; what all may have is never lost; and one that is
// killed leaves nothing half done.

import type { Conversation } from '@understudy/agents'
import { sqlConversations } from '@understudy/agents/sql'
import type { ApprovalFiling } from '@understudy/app'
import { sqlApprovals, sqlBudgets } from '@understudy/app/sql'
import { describe, expect, test } from 'bun:test'
import { databaseKinds, type TestDatabase } from './databases'
import { startStoreProcess, type StoreProcess } from './store-process'

const FILED = '2030-01-31T20:00:00.000Z'
const LATER = '2030-01-31T20:30:00.000Z'
const ROUNDS = 100

type Processes = readonly [StoreProcess, StoreProcess]

function filing(key: string): ApprovalFiling {
  const principal = { kind: 'user', id: 1 } as const
  const expiresAt = '2030-01-31T21:00:00.000Z'
  const id = crypto.randomUUID()
  return { id, key, tool: 'tickets_delete', agent: 'clerk', principal, input: {}, requestedAt: FILED, expiresAt }
}

function turn(text: string): Conversation['messages'] {
  return [
    { role: 'user', content: text },
    { role: 'assistant', content: `You said ${text}.` },
  ]
}

function conversation(...texts: string[]): Conversation {
  const id = crypto.randomUUID()
  return { id, agent: 'clerk', owner: { kind: 'user', id: 1 }, messages: texts.flatMap(turn) }
}

for (const { name, missing, create } of databaseKinds.filter(({ isShared }) => isShared)) {
  describe.skipIf(missing !== undefined)(`two processes on ${name}`, () => {
    const testWith = (title: string, run: (database: TestDatabase, processes: Processes) => Promise<void>): void =>
      test(
        title,
        async () => {
          await using database = await create()
          await using one = await startStoreProcess(database.url)
          await using other = await startStoreProcess(database.url)
          await run(database, [one, other])
        },
        // Seconds are enough; where all tests run at once, their processes share the machine.
        60_000,
      )

    testWith('make the tables once, and both can use them', async (database, processes) => {
      expect(await Promise.all(processes.map((each) => each.ask({ do: 'migrate' })))).toEqual(['migrated', 'migrated'])
      const stored = conversation('one')
      await sqlConversations(database.connect()).create(stored)
      const asked = processes.map((each, index) => each.ask({ do: 'append', id: stored.id, turn: turn(`of ${index}`) }))
      expect(await Promise.all(asked)).toEqual(['appended', 'appended'])
    })

    testWith(`spend an approval once, ${ROUNDS} times`, async (database, processes) => {
      const approvals = sqlApprovals(database.connect())
      for (let round = 0; round < ROUNDS; round += 1) {
        const { request } = await approvals.file(filing(`round ${round}`))
        await approvals.decide(request.id, { status: 'approved', by: { kind: 'user', id: 'boss' }, at: LATER })
        const answers = await Promise.all(
          processes.map((each) => each.ask({ do: 'spend', id: request.id, now: LATER })),
        )
        expect(answers).toContain(true)
        expect(answers).toContain(false)
      }
      expect(await approvals.list({ status: 'spent' }, LATER)).toHaveLength(ROUNDS)
    })

    testWith(`file a request once, ${ROUNDS} times`, async (database, processes) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const answers = (await Promise.all(
          processes.map((each) => each.ask({ do: 'file', filing: filing(`round ${round}`) })),
        )) as { isNew: boolean; request: { id: string } }[]
        const isNew = answers.map((answer) => answer.isNew)
        expect(isNew).toContain(true)
        expect(isNew).toContain(false)
        expect(answers[0]?.request.id).toBe(answers[1]?.request.id as string)
      }
      expect(await sqlApprovals(database.connect()).list({}, LATER)).toHaveLength(ROUNDS)
    })

    testWith(
      `keep all turns of one conversation, each whole, ${ROUNDS} in pairs at once`,
      async (database, processes) => {
        const conversations = sqlConversations(database.connect())
        const stored = conversation('first')
        await conversations.create(stored)
        const texts: string[] = []
        for (let round = 0; round < ROUNDS / 2; round += 1) {
          const both = processes.map((_, index) => `round ${round} of ${index}`)
          const asked = processes.map((each, index) =>
            each.ask({ do: 'append', id: stored.id, turn: turn(both[index] as string) }),
          )
          expect(await Promise.all(asked)).toEqual(['appended', 'appended'])
          texts.push(...both)
        }
        const messages = (await conversations.find(stored.id))?.messages ?? []
        const order = messages.filter(({ role }) => role === 'user').map(({ content }) => content as string)
        expect(messages).toEqual(order.flatMap(turn))
        expect(order.toSorted()).toEqual(['first', ...texts].toSorted())
      },
    )

    testWith('share one budget', async (database, processes) => {
      const limit = 15
      const taken: unknown[] = []
      for (let round = 0; round < 10; round += 1) {
        taken.push(
          ...(await Promise.all(processes.map((each) => each.ask({ do: 'take', name: 'clerk', limit, now: 0 })))),
        )
      }
      expect(taken.filter((answer) => answer === true)).toHaveLength(limit)
      expect(taken.filter((answer) => answer === false)).toHaveLength(20 - limit)
      const budgets = sqlBudgets(database.connect())
      expect([await budgets.take('clerk', limit, 0), await budgets.take('other', limit, 0)]).toEqual([false, true])
    })

    testWith(
      'leave no conversation when one is killed in the middle of its first turn',
      async (database, processes) => {
        const [victim, other] = processes
        const stored = conversation('one')
        expect(await victim.ask({ do: 'create, and get stuck', conversation: stored })).toBe('in the middle')
        await victim.kill()
        const conversations = sqlConversations(database.connect())
        expect(await conversations.find(stored.id)).toBeUndefined()
        await conversations.create(stored)
        expect(await other.ask({ do: 'append', id: stored.id, turn: turn('two') })).toBe('appended')
        expect((await conversations.find(stored.id))?.messages).toEqual(['one', 'two'].flatMap(turn))
      },
    )

    testWith('lose the turn of one that is killed in the middle of it, and no other', async (database, processes) => {
      const [victim, other] = processes
      const stored = conversation('one')
      const conversations = sqlConversations(database.connect())
      await conversations.create(stored)
      expect(await victim.ask({ do: 'append, and get stuck', id: stored.id, turn: turn('lost') })).toBe('in the middle')
      // The other one waits for it, and goes on when it is gone.
      const waiting = other.ask({ do: 'append', id: stored.id, turn: turn('two') })
      expect((await conversations.find(stored.id))?.messages).toEqual(turn('one'))
      await victim.kill()
      expect(await waiting).toBe('appended')
      expect((await conversations.find(stored.id))?.messages).toEqual(['one', 'two'].flatMap(turn))
      const counted: unknown[] = await database.connect()`SELECT turns FROM understudy_conversations`.values()
      expect([...counted]).toEqual([[2]])
    })
  })
}
