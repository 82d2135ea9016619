/**
 * What every store of approval requests must do, as cases that any test runner can loop over:
 * `for (const { name, run } of approvalStoreCases) test(name, () => run(createStore))`.
 */
import assert from 'node:assert/strict'
import type {
  ApprovalDecision,
  ApprovalFiling,
  ApprovalParty,
  ApprovalStore,
  StoredApproval,
} from './approval-store.js'

/** One thing that a store must do. */
export interface ApprovalStoreCase {
  readonly name: string
  /**
   * Rejects with an AssertionError of `node:assert` when the store does not.
   * @param createStore makes an empty store, or one in which other requests may be.
   */
  run(createStore: () => ApprovalStore | Promise<ApprovalStore>): Promise<void>
}

/** A time on one evening; requests are filed at 20:00 and end at 21:00. */
const at = (time: string): string => `2030-01-31T${time}.000Z`
const FILED = at('20:00:00')
const LATER = at('20:30:00')
const LAST = '2030-01-31T20:59:59.999Z'
const END = at('21:00:00')

const boss: ApprovalParty = { kind: 'user', id: 'boss' }
const approval: ApprovalDecision = { status: 'approved', by: boss, at: LATER }
const rejection: ApprovalDecision = { status: 'rejected', by: boss, at: LATER, reason: "No 'Robert'); --\u{1F9FE}" }

// Ids and keys are made anew for each filing, so that one database can serve all cases.
function filing(changes: Partial<ApprovalFiling> = {}): ApprovalFiling {
  return {
    id: crypto.randomUUID(),
    key: crypto.randomUUID(),
    tool: 'tickets_delete',
    agent: 'clerk',
    principal: { kind: 'user', id: 1 },
    input: { id: 7 },
    requestedAt: FILED,
    expiresAt: END,
    ...changes,
  }
}

/** An equal filing by somebody who does not know of the first. */
function again(first: ApprovalFiling, requestedAt: string = LATER): ApprovalFiling {
  return { ...first, id: crypto.randomUUID(), requestedAt, expiresAt: at('22:00:00') }
}

async function filed(store: ApprovalStore, changes: Partial<ApprovalFiling> = {}): Promise<ApprovalFiling> {
  const first = filing(changes)
  await store.file(first)
  return first
}

async function statusOf(store: ApprovalStore, id: string, now: string): Promise<string | undefined> {
  return (await store.find(id, now))?.status
}

const filingCases: readonly ApprovalStoreCase[] = [
  {
    name: 'files a pending request and gives it back exactly as it was filed',
    async run(createStore) {
      const store = await createStore()
      const input = { text: 'ü"\\\u0000\u{1F9FE}\'; --', list: [1, '1', null, { deep: [true] }], '': 0.1 }
      const first = filing({ input, principal: { kind: 'service', id: "o'hara" } })
      const pending: StoredApproval = { ...first, status: 'pending' }
      assert.deepEqual(await store.file(first), { request: pending, isNew: true })
      assert.deepEqual(await store.find(first.id, FILED), pending)
    },
  },
  {
    name: 'keeps any JSON value as the input, and any principal with the type of its id',
    async run(createStore) {
      const store = await createStore()
      const principals = [{ kind: 'user', id: 1 }, { kind: 'user', id: '1' }, null] as const
      for (const principal of principals) {
        for (const input of [null, 'text', '7', 7, false, [], {}]) {
          const { id } = await filed(store, { principal, input })
          const found = await store.find(id, FILED)
          assert.deepEqual([found?.principal, found?.input], [principal, input])
        }
      }
    },
  },
  {
    name: 'files nothing while a request with the key is pending, approved or rejected: that one is the answer',
    async run(createStore) {
      const store = await createStore()
      for (const decision of [undefined, approval, rejection]) {
        const first = await filed(store)
        if (decision) await store.decide(first.id, decision)
        const second = again(first)
        const answer = await store.file(second)
        assert.equal(answer.isNew, false)
        assert.deepEqual(answer.request, await store.find(first.id, LATER))
        assert.equal(answer.request.status, decision?.status ?? 'pending')
        assert.equal(await store.find(second.id, LATER), undefined)
      }
    },
  },
  {
    name: 'files anew when the request with the key is spent',
    async run(createStore) {
      const store = await createStore()
      const first = await filed(store)
      await store.decide(first.id, approval)
      await store.spend(first.id, LATER)
      const second = again(first)
      assert.deepEqual(await store.file(second), { request: { ...second, status: 'pending' }, isNew: true })
      assert.equal(await statusOf(store, first.id, LATER), 'spent')
    },
  },
  {
    name: 'files anew from the moment that the request with the key ends, whatever was decided',
    async run(createStore) {
      const store = await createStore()
      for (const decision of [undefined, approval, rejection]) {
        const first = await filed(store)
        if (decision) await store.decide(first.id, decision)
        assert.equal((await store.file(again(first, LAST))).isNew, false)
        const second = again(first, END)
        assert.deepEqual(await store.file(second), { request: { ...second, status: 'pending' }, isNew: true })
        assert.equal(await statusOf(store, first.id, END), decision === rejection ? 'rejected' : 'expired')
      }
    },
  },
  {
    name: 'files one of equal filings that arrive at once',
    async run(createStore) {
      const store = await createStore()
      const first = filing()
      const answers = await Promise.all(Array.from({ length: 20 }, () => store.file(again(first, FILED))))
      assert.equal(answers.filter(({ isNew }) => isNew).length, 1)
      assert.equal(new Set(answers.map(({ request }) => request.id)).size, 1)
    },
  },
  {
    name: 'keeps filings with other keys apart, also when they arrive at once',
    async run(createStore) {
      const store = await createStore()
      const filings = Array.from({ length: 20 }, () => filing())
      const answers = await Promise.all(filings.map((each) => store.file(each)))
      assert.deepEqual(
        answers.map(({ isNew, request }) => [isNew, request.id]),
        filings.map(({ id }) => [true, id]),
      )
    },
  },
]

const decidingCases: readonly ApprovalStoreCase[] = [
  {
    name: 'decides a pending request and keeps who did it, when and why',
    async run(createStore) {
      const store = await createStore()
      const [one, other] = [await filed(store), await filed(store)]
      const decided = { decidedBy: boss, decidedAt: LATER }
      const approved: StoredApproval = { ...one, status: 'approved', ...decided }
      const rejected: StoredApproval = { ...other, status: 'rejected', ...decided, reason: rejection.reason ?? '' }
      assert.deepEqual(await store.decide(one.id, approval), approved)
      assert.deepEqual(await store.decide(other.id, rejection), rejected)
      assert.deepEqual(await store.find(one.id, LATER), approved)
      assert.deepEqual(await store.find(other.id, LATER), rejected)
    },
  },
  {
    name: 'decides nothing that is decided, spent, over or not there, and changes nothing',
    async run(createStore) {
      const store = await createStore()
      const [approved, rejected, spent, over] = [
        await filed(store),
        await filed(store),
        await filed(store),
        await filed(store, { expiresAt: LATER }),
      ]
      await store.decide(approved.id, approval)
      await store.decide(rejected.id, rejection)
      await store.decide(spent.id, approval)
      await store.spend(spent.id, LATER)
      for (const { id } of [approved, rejected, spent, over]) {
        const before = await store.find(id, LATER)
        assert.equal(await store.decide(id, rejection), undefined)
        assert.equal(await store.decide(id, { ...approval, by: { kind: 'user', id: 'other' } }), undefined)
        assert.deepEqual(await store.find(id, LATER), before)
      }
      assert.equal(await store.decide(crypto.randomUUID(), approval), undefined)
    },
  },
  {
    name: 'counts one of the decisions that arrive at once',
    async run(createStore) {
      const store = await createStore()
      const { id } = await filed(store)
      const decisions = Array.from({ length: 20 }, (_, index) => (index % 2 ? approval : rejection))
      const answers = await Promise.all(decisions.map((decision) => store.decide(id, decision)))
      const counted = answers.filter((answer) => answer !== undefined)
      assert.equal(counted.length, 1)
      assert.deepEqual(counted[0], await store.find(id, LATER))
    },
  },
]

const spendingCases: readonly ApprovalStoreCase[] = [
  {
    name: 'spends an approved request once and keeps when',
    async run(createStore) {
      const store = await createStore()
      const { id } = await filed(store)
      await store.decide(id, approval)
      assert.equal(await store.spend(id, LAST), true)
      assert.equal(await store.spend(id, LAST), false)
      const found = await store.find(id, END)
      assert.deepEqual([found?.status, found?.spentAt, found?.decidedBy], ['spent', LAST, boss])
    },
  },
  {
    name: 'tells exactly one of those who spend at once',
    async run(createStore) {
      const store = await createStore()
      const { id } = await filed(store)
      await store.decide(id, approval)
      const answers = await Promise.all(Array.from({ length: 20 }, () => store.spend(id, LATER)))
      assert.equal(answers.filter((answer) => answer === true).length, 1)
    },
  },
  {
    name: 'spends nothing that is pending, rejected, over or not there, and changes nothing',
    async run(createStore) {
      const store = await createStore()
      const [pending, rejected, over] = [await filed(store), await filed(store), await filed(store)]
      await store.decide(rejected.id, rejection)
      await store.decide(over.id, approval)
      assert.equal(await store.spend(pending.id, LATER), false)
      assert.equal(await store.spend(rejected.id, LATER), false)
      assert.equal(await store.spend(over.id, END), false)
      assert.equal(await store.spend(crypto.randomUUID(), LATER), false)
      assert.equal(await statusOf(store, pending.id, LATER), 'pending')
      assert.equal(await statusOf(store, rejected.id, LATER), 'rejected')
      assert.equal(await statusOf(store, over.id, LATER), 'approved')
    },
  },
]

const readingCases: readonly ApprovalStoreCase[] = [
  {
    name: 'finds nothing for an id that was never filed',
    async run(createStore) {
      const store = await createStore()
      for (const id of ['', 'nobody', '__proto__', "' OR 1=1 --"]) assert.equal(await store.find(id, FILED), undefined)
    },
  },
  {
    name: 'knows no id that is no string, and changes nothing for it',
    async run(createStore) {
      const store = await createStore()
      const { id } = await filed(store)
      await store.decide(id, approval)
      for (const other of [[id], { id }, 7, true, null, undefined]) {
        // What is asked for may come from outside, where no type holds.
        const asked = other as unknown as string
        assert.equal(await store.find(asked, LATER), undefined)
        assert.equal(await store.decide(asked, rejection), undefined)
        assert.equal(await store.spend(asked, LATER), false)
      }
      assert.equal(await statusOf(store, id, LATER), 'approved')
    },
  },
  {
    name: 'says of a pending or approved request that it is expired from the moment that it ends',
    async run(createStore) {
      const store = await createStore()
      const [pending, approved] = [await filed(store), await filed(store)]
      await store.decide(approved.id, approval)
      assert.equal(await statusOf(store, pending.id, LAST), 'pending')
      assert.equal(await statusOf(store, approved.id, LAST), 'approved')
      assert.equal(await statusOf(store, pending.id, END), 'expired')
      assert.equal(await statusOf(store, approved.id, END), 'expired')
    },
  },
  {
    name: 'lists what fits status and principal, the oldest first',
    async run(createStore) {
      const store = await createStore()
      const principal: ApprovalParty = { kind: 'user', id: crypto.randomUUID() }
      const second = await filed(store, { principal, requestedAt: at('20:00:02') })
      const first = await filed(store, { principal, requestedAt: at('20:00:01') })
      const third = await filed(store, { principal, requestedAt: at('20:00:03'), expiresAt: at('23:00:00') })
      await filed(store, { principal: { kind: 'service', id: principal.id } })
      await store.decide(first.id, approval)
      const ids = async (status: StoredApproval['status'] | undefined, now: string): Promise<string[]> =>
        (await store.list({ ...(status && { status }), principal }, now)).map(({ id }) => id)
      assert.deepEqual(await ids(undefined, LATER), [first.id, second.id, third.id])
      assert.deepEqual(await ids('pending', LATER), [second.id, third.id])
      assert.deepEqual(await ids('approved', LATER), [first.id])
      assert.deepEqual(await ids('rejected', LATER), [])
      assert.deepEqual(await ids('pending', END), [third.id])
      assert.deepEqual(await ids('approved', END), [])
      assert.deepEqual(await ids('expired', END), [first.id, second.id])
      const listed = await store.list({ status: 'expired', principal }, END)
      assert.deepEqual(listed[1], await store.find(second.id, END))
    },
  },
  {
    name: 'lists by the type of the principal’s id, and anonymous runs by null',
    async run(createStore) {
      const store = await createStore()
      const number = Math.floor(Math.random() * 1e9)
      const [asNumber, asText, anonymous] = [
        await filed(store, { principal: { kind: 'user', id: number } }),
        await filed(store, { principal: { kind: 'user', id: String(number) } }),
        await filed(store, { principal: null }),
      ]
      const idsOf = async (principal: ApprovalParty | null): Promise<string[]> =>
        (await store.list({ principal }, FILED)).map(({ id }) => id)
      assert.deepEqual(await idsOf({ kind: 'user', id: number }), [asNumber.id])
      assert.deepEqual(await idsOf({ kind: 'user', id: String(number) }), [asText.id])
      const ofNobody = await idsOf(null)
      assert.ok(ofNobody.includes(anonymous.id))
      assert.ok(!ofNobody.includes(asNumber.id))
      const all = (await store.list({}, FILED)).map(({ id }) => id)
      for (const { id } of [asNumber, asText, anonymous]) assert.ok(all.includes(id))
    },
  },
  {
    name: 'hands out what no later change reaches, and is reached by none',
    async run(createStore) {
      const store = await createStore()
      const input = { id: 7 }
      const first = filing({ input })
      const { request } = await store.file(first)
      input.id = 8
      Object.assign(request.input as object, { id: 9 })
      Object.assign((await store.find(first.id, FILED)) ?? {}, { status: 'approved' })
      assert.deepEqual(await store.find(first.id, FILED), { ...first, input: { id: 7 }, status: 'pending' })
      assert.equal(await store.spend(first.id, FILED), false)
    },
  },
]

/** The cases. Ids and keys are made anew in each, so that one database can serve all of them. */
export const approvalStoreCases: readonly ApprovalStoreCase[] = [
  ...filingCases,
  ...decidingCases,
  ...spendingCases,
  ...readingCases,
]
