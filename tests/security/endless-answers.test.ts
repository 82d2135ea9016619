// An answer that never ends is ended: it holds no prompt for longer than its signal, and it fills no memory.

import { Agent, defineAi } from '@understudy/agents'
import { createApp, routeTool, type AuditRecord } from '@understudy/app'
import { TestApp } from '@understudy/testing'
import { describe, expect, test } from 'bun:test'
import { ada, rejection } from './desk.js'

const events = routeTool('events', { description: 'What happens.' })

class Clerk extends Agent {
  static override agentName = 'clerk'
  static override scopes = ['tools:*'] as const
  override tools() {
    return this.appTools([events])
  }
}

/** An app whose tool answers with a body, and what became of its calls. */
function eventsApp(contentType: string, body: ReadableStream) {
  const records: AuditRecord[] = []
  const ai = defineAi({ default: 'main', providers: { main: { model: () => 'a/b' } } })
  const answered = Promise.withResolvers<void>()
  const app = createApp({ bindings: { ai }, audit: (record) => records.push(record) }).get('/events', events, (c) => {
    answered.resolve()
    return c.body(body, 200, { 'content-type': contentType })
  })
  return { app, records, answered: answered.promise }
}

const reply = { toolCalls: [{ name: 'events', input: {} }], then: 'Done.' } as const
const bytes = new TextEncoder().encode('[1,')

describe.each(['application/json', 'text/event-stream', 'application/octet-stream'])('%s', (contentType) => {
  test('an answer that never ends holds no prompt longer than its signal, and is recorded', async () => {
    const cancelled = Promise.withResolvers<unknown>()
    const body = new ReadableStream({ start: (controller) => controller.enqueue(bytes), cancel: cancelled.resolve })
    const { app, records, answered } = eventsApp(contentType, body)
    const http = await TestApp.fromApp(app)
    // Ended, it throws what is wrong: a prompt that was aborted leaves no step behind.
    using fake = http.fakeAi()
    fake.respond(Clerk, [reply])
    const controller = new AbortController()
    const reason = new Error('enough')
    const prompt = rejection(fake.agent(Clerk).as(ada).prompt('Go.', { signal: controller.signal }))
    await answered
    controller.abort(reason)
    expect(await prompt).toBe(reason)
    expect(await cancelled.promise).toBe(reason)
    expect(records).toMatchObject([{ tool: 'events', outcome: 'error', status: 500, reason: 'aborted' }])
  })

  test('an answer that never ends is read no further than 4 MiB, and the prompt goes on', async () => {
    let pulled = 0
    const chunk = new Uint8Array(1024 * 1024).fill(0x20)
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1
        controller.enqueue(chunk)
      },
    })
    const { app, records } = eventsApp(contentType, body)
    const http = await TestApp.fromApp(app)
    using fake = http.fakeAi()
    fake.respond(Clerk, [reply])
    expect((await fake.agent(Clerk).as(ada).prompt('Go.')).text).toBe('Done.')
    expect(pulled).toBeLessThan(10)
    expect(JSON.stringify(fake.calls(Clerk)[0]?.toolCalls[0]?.output).length).toBeLessThan(20_000)
    const isJson = contentType === 'application/json'
    expect(records).toMatchObject([isJson ? { outcome: 'error', reason: 'TOOL_ANSWER' } : { outcome: 'ok' }])
  })
})
