// The eval as `bun run eval` runs it, on the real providers that a key in the environment chooses. A server on this machine
// answers in their place; what it is asked, and what that costs, is as it would be.

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const digest = JSON.stringify({ summary: 'One is stale.', staleTicketIds: [1] })
const root = join(import.meta.dir, '../..')

let dir: string
beforeAll(async () => void (dir = await mkdtemp(join(tmpdir(), 'desk-evals-'))))
afterAll(() => rm(dir, { recursive: true, force: true }))

/** A request of either provider, by what is read of it here. */
interface Asked {
  readonly messages: readonly unknown[]
  readonly tools?: readonly unknown[]
}

/** What Anthropic's API answers: first with a call of the tool, then with the digest. */
function claude({ messages }: Asked): object {
  const content =
    messages.length === 1
      ? [{ type: 'tool_use', id: 'call', name: 'tickets_index', input: {} }]
      : [{ type: 'text', text: digest }]
  const usage = { input_tokens: 1_000, output_tokens: 100 }
  const reason = messages.length === 1 ? 'tool_use' : 'end_turn'
  return { type: 'message', id: 'm', role: 'assistant', model: 'claude-opus-5', content, stop_reason: reason, usage }
}

/** The same of a server that is compatible with OpenAI's. */
function gpt({ messages }: Asked): object {
  const isFirst = !JSON.stringify(messages).includes('"tool"')
  const call = { id: 'call', type: 'function', function: { name: 'tickets_index', arguments: '{}' } }
  const message = isFirst ? { role: 'assistant', tool_calls: [call] } : { role: 'assistant', content: digest }
  const choices = [{ index: 0, message, finish_reason: isFirst ? 'tool_calls' : 'stop' }]
  const usage = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 }
  return { id: 'c', object: 'chat.completion', created: 0, model: 'gpt-5.5-2026-04-23', choices, usage }
}

/** Runs the eval's command with this environment alone. */
async function evalWith(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const flow = ['--bun', 'understudy', 'ai:eval', 'ticket-digest', '--dir', dir, ...args]
  const { PATH = '', HOME = '' } = process.env
  const child = Bun.spawn([process.execPath, ...flow], {
    cwd: root,
    env: { PATH, HOME, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, stdout, stderr }
}

test.each([
  ['Anthropic', claude, { key: 'ANTHROPIC', AI_PROVIDER: '' }, '$0.0150'],
  ['OpenAI', gpt, { key: 'OPENAI', AI_PROVIDER: 'openai' }, '$0.0160'],
] as const)(
  '%s is asked, its tool calls run, and the run has its cost',
  async (_name, answer, { key, AI_PROVIDER }, cost) => {
    const asked: Asked[] = []
    using server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request) {
        // The body of a provider's request.
        const body = (await request.json()) as Asked
        asked.push(body)
        return Response.json(answer(body))
      },
    })
    const env = { AI_PROVIDER, [`${key}_API_KEY`]: 'key-of-a-test', [`${key}_BASE_URL`]: `${server.url.href}v1` }
    const variant = key === 'OPENAI' ? 'v1' : 'baseline'
    const run = await evalWith(env, '--case', 'one-stale', '--max-cost-usd', '1', '--variant', variant)
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toContain('stale tickets: 100.0%')
    expect(run.stdout).toContain(`cost ${cost};`)
    expect(asked).toHaveLength(2)
    expect(JSON.stringify(asked[1]?.messages)).toContain('Printer on fire')
  },
)
