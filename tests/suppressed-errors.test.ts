/**
 * What a person reads when a test fails and the end of its fake fails too: a child process runs such tests.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

const FIXTURE = `
import { expect, test } from 'bun:test'
import { Agent, defineAi } from '@understudy/agents'
import { createApp } from '@understudy/app'
import { TestApp } from '@understudy/testing'

class Clerk extends Agent {
  static override agentName = 'clerk'
}
const ai = defineAi({ default: 'main', providers: { main: { model: () => 'main/model' } } })
const http = await TestApp.fromApp(createApp({ bindings: { ai } }))

test('sync', () => {
  using ai = http.fakeAi()
  ai.agent(Clerk).as(null).prompt('one').catch(() => {})
  expect('the sync body').toBe('another')
})

test('async, with two fakes', async () => {
  using outer = http.fakeAi()
  await outer.agent(Clerk).as(null).prompt('two').catch(() => {})
  using inner = http.fakeAi()
  await inner.agent(Clerk).as(null).prompt('three').catch(() => {})
  expect('the async body').toBe('another')
})
`

let folder: string
beforeAll(async () => {
  const parent = join(import.meta.dir, '.tmp')
  await mkdir(parent, { recursive: true })
  folder = await mkdtemp(join(parent, 'suppressed-'))
  await Bun.write(join(folder, 'failing.test.ts'), FIXTURE)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('both errors are readable, the failed assertion first', async () => {
  const child = Bun.spawn([process.execPath, 'test', join(folder, 'failing.test.ts')], {
    cwd: join(import.meta.dir, '..'),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const printed = (await new Response(child.stderr).text()).replaceAll('\\"', '"')

  expect(await child.exited).not.toBe(0)
  expect(printed).toContain('2 fail')
  expect(printed).toMatch(/Received: "the sync body"[\s\S]*Agent "clerk" was prompted \(prompt 1: "one"\)/)
  expect(printed).toMatch(/Received: "the async body"[\s\S]*\(prompt 1: "three"\)[\s\S]*\(prompt 1: "two"\)/)
}, 30_000)
