import { describe, expect, test } from 'bun:test'
import { ApprovalError, AppSetupError } from '../index.js'
import { call } from '../test-call.js'
import { askingApp, boss } from '../test-gated-app.js'

/** An app that has filed one request. */
async function asked() {
  const asking = askingApp()
  await call(asking.app, 'tickets_delete', { input: { id: 7 } })
  const [request] = await asking.app.approvals.list()
  return { ...asking, id: request!.id }
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)

describe('app.approvals.list() refuses', () => {
  const filters: [what: string, filter: unknown, message: string][] = [
    ['a key that it does not know, instead of listing all', { statu: 'pending' }, 'Did you mean `status`?'],
    ['a status that there is none of', { status: 'aproved' }, "Write `{ status: 'approved' }`."],
    ['a status that is no text', { status: 5 }, 'has the status a number'],
    ['an inherited name for a status', { status: 'constructor' }, 'has the status "constructor"'],
    ['somebody who is nobody', { principal: 'ada' }, '`principal` is a string'],
    ['a text', 'pending', 'The filter of approval requests is a string.'],
    ['null', null, 'The filter of approval requests is null.'],
  ]
  for (const [what, filter, message] of filters) {
    test(what, async () => {
      const { app } = await asked()
      const error = await failureOf(app.approvals.list(filter as never))
      expect(error).toBeInstanceOf(AppSetupError)
      expect((error as Error).message).toContain(message)
    })
  }

  test('all of that in one error', async () => {
    const { app } = await asked()
    const error = await failureOf(app.approvals.list({ statu: 1, status: 'x\n\u009b', principal: 5 } as never))
    expect((error as Error).message.split('\n')).toHaveLength(3)
    expect((error as Error).message).not.toContain('\u009b')
  })
})

describe('a decision is refused, and nothing is decided', () => {
  const decisions: [what: string, decide: 'approve' | 'reject', decision: unknown, message: string][] = [
    ['with a key that it does not know', 'reject', { by: boss, reson: 'No.' }, 'Did you mean `reason`?'],
    [
      'with a reason for a yes, which nobody is told',
      'approve',
      { by: boss, reason: 'Fine.' },
      'knows no option "reason"',
    ],
    ['with a reason that is no text', 'reject', { by: boss, reason: { text: 'No.' } }, 'is an object, and the model'],
    ['with null for a reason', 'reject', { by: boss, reason: null }, 'is null, and the model'],
  ]
  for (const [what, decide, decision, message] of decisions) {
    test(what, async () => {
      const { app, id } = await asked()
      const error = await failureOf(app.approvals[decide](id, decision as never))
      expect(error).toBeInstanceOf(AppSetupError)
      expect((error as Error).message).toContain(message)
      expect((await app.approvals.list()).map(({ status }) => status)).toEqual(['pending'])
    })
  }

  test('without any word on who decides', async () => {
    const { app, id } = await asked()
    for (const decide of ['approve', 'reject'] as const) {
      for (const decision of [undefined, null, 'boss', {}]) {
        const error = await failureOf(app.approvals[decide](id, decision as never))
        expect(error).toBeInstanceOf(ApprovalError)
        expect(error).toMatchObject({ reason: 'approver', requestId: id })
      }
    }
    expect((await app.approvals.list()).map(({ status }) => status)).toEqual(['pending'])
  })
})
