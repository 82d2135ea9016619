/** Field cases F30 to F32: what was recorded replays, what changed is told, and no secret is kept. */
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  apiError,
  type FixtureModel,
  recordFixture,
  replayFixture,
  scriptedModel,
  UnrecordedQuestionError,
} from '@understudy/script'
import { generateText, isStepCount, type ModelMessage, streamText, tool } from 'ai'
import { z } from 'zod'

/** A file for a fixture, gone with the block. */
function temporaryFile(): Disposable & { readonly path: string; edit(from: string, to: string): void } {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-field-'))
  const path = join(folder, 'fixture.json')
  return {
    path,
    edit: (from, to) => writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to)),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function failureOf(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('It resolved.')
}

interface Desk {
  readonly instructions: string
  readonly description: string
}

const desk: Desk = { instructions: 'You triage tickets.', description: 'Shows a ticket.' }
const ids: string[] = []

function settings(model: FixtureModel, { instructions, description }: Desk) {
  const show = tool({
    description,
    inputSchema: z.object({ id: z.string() }),
    execute: ({ id }) => (ids.push(id), { id, title: `Ticket ${id}` }),
  })
  return { model, instructions, tools: { show }, stopWhen: isStepCount(5) }
}

async function ask(model: FixtureModel, prompt: string, with_: Desk = desk): Promise<string> {
  return (await generateText({ ...settings(model, with_), prompt })).text
}

const show = (id: string) => [{ name: 'show', input: { id } }]

describe('F30: N calls give N turns, and whatever was recorded replays', () => {
  test.each(['generate', 'stream'] as const)('tool, tool, text; recorded by %s', async (mode) => {
    using file = temporaryFile()
    const run = async (model: FixtureModel, by: 'generate' | 'stream'): Promise<string> =>
      by === 'generate' ? ask(model, 'look') : await streamText({ ...settings(model, desk), prompt: 'look' }).text
    {
      await using model = recordFixture(scriptedModel([show('1'), show('2'), 'Both read.']), file.path)
      expect(await run(model, mode)).toBe('Both read.')
    }
    const { turns } = JSON.parse(readFileSync(file.path, 'utf8')) as { turns: { kind: string }[] }
    expect(turns.map(({ kind }) => kind)).toEqual(['tool_call', 'tool_call', 'text'])
    for (const by of ['generate', 'stream'] as const) {
      const model = replayFixture(file.path)
      ids.length = 0
      expect(await run(model, by)).toBe('Both read.')
      expect(ids).toEqual(['1', '2'])
      expect(model.calls).toHaveLength(3)
      model.assertComplete()
    }
  })

  test('two turns of one conversation, of which the first is edited', async () => {
    using file = temporaryFile()
    const talk = async (model: FixtureModel): Promise<string[]> => {
      const messages: ModelMessage[] = [{ role: 'user', content: 'hello' }]
      const first = await generateText({ ...settings(model, desk), messages })
      messages.push(...first.responseMessages, { role: 'user', content: 'and now?' })
      const second = await generateText({ ...settings(model, desk), messages })
      return [first.text, second.text]
    }
    {
      await using model = recordFixture(scriptedModel([show('1'), 'Good day.', 'Bye.']), file.path)
      expect(await talk(model)).toEqual(['Good day.', 'Bye.'])
    }
    file.edit('Good day.', 'Good evening.')
    const model = replayFixture(file.path)
    expect(await talk(model)).toEqual(['Good evening.', 'Bye.'])
    model.assertComplete()
  })

  test.each([true, false])('a turn resumed after approval (%p)', async (approved) => {
    using file = temporaryFile()
    const run = async (model: FixtureModel): Promise<string> => {
      const asked = { ...settings(model, desk), toolApproval: { show: 'user-approval' } as const }
      const messages: ModelMessage[] = [{ role: 'user', content: 'show it' }]
      const first = await generateText({ ...asked, messages })
      messages.push(...first.responseMessages)
      for (const part of first.content) {
        if (part.type !== 'tool-approval-request') continue
        const { approvalId } = part
        messages.push({ role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved }] })
      }
      return (await generateText({ ...asked, messages })).text
    }
    {
      await using model = recordFixture(scriptedModel([show('7'), 'Resumed.']), file.path)
      expect(await run(model)).toBe('Resumed.')
    }
    ids.length = 0
    const model = replayFixture(file.path)
    expect(await run(model)).toBe('Resumed.')
    expect(ids).toEqual(approved ? ['7'] : [])
    model.assertComplete()
  })
})

describe('F31: a changed question misses, a changed order hits, a changed answer is seen', () => {
  const recorded = async (path: string): Promise<void> => {
    await using model = recordFixture(scriptedModel(['About a.', show('1'), 'About b.']), path)
    await ask(model, 'a')
    await ask(model, 'b')
  }

  test.each<[string, Desk, string, string]>([
    ['an instruction word', { ...desk, instructions: 'You close tickets.' }, 'instructions', 'You close tickets.'],
    ['a tool description', { ...desk, description: 'Reads a ticket.' }, 'tools.show.description', 'Reads a ticket.'],
  ])('%s is told with both values', async (_, changed, path, found) => {
    using file = temporaryFile()
    await recorded(file.path)
    const model = replayFixture(file.path)
    const error = await failureOf(ask(model, 'a', changed))
    expect(error).toBeInstanceOf(UnrecordedQuestionError)
    expect(error).toMatchObject({ nearestTurn: 1, path, found: JSON.stringify(found), turns: 3 })
    expect(String(error)).toContain(JSON.stringify(found))
    expect(String(error)).toContain((error as UnrecordedQuestionError).recorded ?? 'nothing')
    expect(model.remaining).toBe(3)
  })

  test('two prompts may be swapped, or asked at once', async () => {
    using file = temporaryFile()
    await recorded(file.path)
    const swapped = replayFixture(file.path)
    expect(await ask(swapped, 'b')).toBe('About b.')
    expect(await ask(swapped, 'a')).toBe('About a.')
    swapped.assertComplete()
    const together = replayFixture(file.path)
    expect(await Promise.all([ask(together, 'b'), ask(together, 'a')])).toEqual(['About b.', 'About a.'])
    together.assertComplete()
  })

  test('a prompt that is left out can be asserted, one too many is refused', async () => {
    using file = temporaryFile()
    await recorded(file.path)
    const model = replayFixture(file.path)
    await ask(model, 'b')
    expect(model.remaining).toBe(1)
    expect(() => model.assertComplete()).toThrow('turn 1 (text "About a.")')
    await ask(model, 'a')
    expect(await failureOf(ask(model, 'a'))).toMatchObject({ usedTurns: [1], nearestTurn: undefined })
  })

  test('what was edited by hand is what the app sees: a text, and the input of a tool', async () => {
    using file = temporaryFile()
    await recorded(file.path)
    file.edit('About a.', 'Edited.')
    const model = replayFixture(file.path)
    expect(await ask(model, 'a')).toBe('Edited.')
    file.edit('"arguments": {\n          "id": "1"', '"arguments": {\n          "id": "99"')
    ids.length = 0
    // The tool now runs with the other id, and its other result is another question.
    const error = await failureOf(ask(replayFixture(file.path), 'b'))
    expect(ids).toEqual(['99'])
    expect(error).toMatchObject({ nearestTurn: 3, path: 'messages[2].content[0].output.value.id' })
  })
})

describe('F32: nothing secret is in the file, and it still replays', () => {
  const apiKey = 'sk-proj-4f9a8b7c6d5e4f3a2b1c'
  const signIn = tool({
    inputSchema: z.object({ user: z.string(), password: z.string() }),
    execute: () => ({ access_token: 'tok-9918-zz', note: 'You are in; tok-9918-zz is your ticket.' }),
  })
  const run = async (model: FixtureModel): Promise<string> => {
    const { text } = await generateText({
      model,
      tools: { signIn },
      prompt: 'Sign me in. My password is hunter2!',
      headers: { authorization: `Bearer header-0a1b2c3d4e`, 'x-api-key': apiKey },
      stopWhen: isStepCount(4),
    })
    return text
  }

  test('not from a header, an input, an output, a sentence or an error', async () => {
    using file = temporaryFile()
    const script = scriptedModel([
      { error: apiError({ status: 429, message: `Incorrect API key provided: ${apiKey}` }) },
      [{ name: 'signIn', input: { user: 'ann', password: 'hunter2' } }],
      `Done: tok-9918-zz, header-0a1b2c3d4e, ${apiKey}.`,
    ])
    {
      await using model = recordFixture(script, file.path)
      await run(model)
    }
    const text = readFileSync(file.path, 'utf8')
    for (const secret of ['hunter2', 'tok-9918', 'header-0a1b', apiKey, 'authorization']) {
      expect(text).not.toContain(secret)
    }
    expect(text).toContain('"user": "ann"')

    const model = replayFixture(file.path)
    expect(await run(model)).toBe('Done: [redacted], [redacted], [redacted].')
    model.assertComplete()
  })
})
