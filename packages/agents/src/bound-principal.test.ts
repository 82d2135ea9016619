import { describe, expect, test } from 'bun:test'
import type { Principal } from '@understudy/app'
import { scriptedModel } from '@understudy/script'
import { ConversationError } from './index.js'
import { Clerk, createDesk, principal, rejection } from './test-desk.js'

type Changeable = { -readonly [Key in keyof Principal]: Principal[Key] }

describe('the principal of a bound agent', () => {
  test('stays who it was, whatever becomes of the object that as() was given', async () => {
    const given: Changeable = { kind: 'user', id: 'ann' }
    const { ai, seen } = createDesk(scriptedModel([[{ name: 'tickets_index' }], 'None.']))
    const bound = ai.agent(Clerk).as(given)
    given.id = 'zed'
    given.kind = 'service'
    await bound.prompt('list')
    expect(seen).toEqual([{ kind: 'user', id: 'ann' }])
  })

  test('keeps what it consented to: an ability that is added later grants nothing', async () => {
    const abilities = ['tools:read']
    const model = scriptedModel([[{ name: 'tickets_create', input: { title: 'x' } }], 'Done.'])
    const { ai, titles } = createDesk(model)
    const bound = ai.agent(Clerk).as({ ...principal, abilities })
    abilities.push('tools:*')
    await bound.prompt('file')
    expect(titles).toEqual([])
    expect(JSON.stringify(model.calls[1]?.messages.at(-1))).toContain('"denied":"scope"')
  })

  test('owns its conversations: who it is changed into reads none of them', async () => {
    const given: Changeable = { kind: 'user', id: 'ann' }
    const { ai } = createDesk(scriptedModel(['Hello.', 'never']))
    const bound = ai.agent(Clerk).as(given)
    given.id = 'zed'
    const { conversationId: conversation = '' } = await bound.prompt('hi', { conversation: true })
    const zed = ai.agent(Clerk).as({ kind: 'user', id: 'zed' })
    expect(await rejection(zed.prompt('hi', { conversation }))).toBeInstanceOf(ConversationError)
    expect((await ai.conversations().find(conversation))?.owner).toEqual({ kind: 'user', id: 'ann' })
  })

  test('may be an instance of a class with getters', async () => {
    class Account {
      get kind(): 'user' {
        return 'user'
      }
      get id(): number {
        return 7
      }
    }
    const { ai, seen } = createDesk(scriptedModel([[{ name: 'tickets_index' }], 'None.']))
    await ai.agent(Clerk).as(new Account()).prompt('list')
    expect(seen).toEqual([{ kind: 'user', id: 7 }])
  })
})
