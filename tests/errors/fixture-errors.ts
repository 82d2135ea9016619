// How the errors of fixtures in `@understudy/script` occur. Every file is there already, and none is written.

import { join, relative } from 'node:path'
import { fakeModels, type FixtureModel, recordFixture, replayFixture, scriptedModel } from '@understudy/script'
import { generateText, tool } from 'ai'
import { z } from 'zod'
import type { Occasion } from './occasion'

/** A file beside this one, as a test would name it. */
function fixture(name: string): string {
  return relative(process.cwd(), join(import.meta.dir, 'fixtures', name))
}

function record(name: string, ...replies: string[]): FixtureModel {
  return recordFixture(scriptedModel(replies), fixture(name))
}

async function ask(model: FixtureModel, ...prompts: string[]): Promise<void> {
  for (const prompt of prompts) await generateText({ model, prompt, maxRetries: 0 })
}

function withRecord(word: string, run: () => unknown): void {
  const before = process.env['RECORD']
  try {
    process.env['RECORD'] = word
    run()
  } finally {
    if (before === undefined) delete process.env['RECORD']
    else process.env['RECORD'] = before
  }
}

const replays: readonly Occasion[] = [
  { when: 'a fixture is replayed that is not there', occur: () => replayFixture('fixtures/lost.json') },
  {
    when: 'a fixture that is not there is replayed by prompt',
    occur: () => {
      using models = fakeModels()
      models.replay('openai/gpt-5', 'fixtures/lost.json')
    },
  },
  { when: 'a fixture may not be read', occur: () => replayFixture(fixture('settings.json/triage.json')) },
  {
    when: 'RECORD in the environment is neither yes nor no',
    occur: () => withRecord('off', () => replayFixture(fixture('recorded.json'), { record: scriptedModel([]) })),
  },
  {
    when: 'arguments that were redacted do not fit their tool',
    async occur() {
      const pay = tool({ inputSchema: z.object({ token: z.uuid() }), execute: () => 'paid' })
      await generateText({ model: replayFixture(fixture('redacted.json')), tools: { pay }, prompt: 'Pay.' })
    },
  },
  { when: 'the path of a fixture names no JSON file', occur: () => replayFixture('fixtures/triage.txt') },
  { when: 'the address of a fixture is no file’s', occur: () => replayFixture(new URL('https://example.com/a.json')) },
  { when: 'a fixture has mistakes', occur: () => replayFixture(fixture('mistaken.json')) },
  { when: 'a fixture is JSON of something else', occur: () => replayFixture(fixture('settings.json')) },
  {
    when: 'a replayed model is asked something else than was recorded',
    occur: () => ask(replayFixture(fixture('recorded.json')), 'Close ticket 8.'),
  },
  {
    when: 'a replayed model is asked once more than was recorded',
    occur: () => ask(replayFixture(fixture('recorded.json')), 'Close ticket 7.', 'Close ticket 7.'),
  },
  {
    when: 'a replayed model is asked past the end of a file that was written by hand',
    occur: () => ask(replayFixture(fixture('two-turns.json')), 'One?', 'Two?', 'Three?'),
  },
  {
    when: 'a fixture is not replayed to its end',
    occur: async () => {
      const model = replayFixture(fixture('two-turns.json'))
      await ask(model, 'One?')
      model.assertComplete()
    },
  },
]

const recordings: readonly Occasion[] = [
  { when: 'a recording would take the place of other JSON', occur: () => record('settings.json') },
  {
    when: 'two recordings are of one file',
    occur: async () => {
      const first = record('two-turns.json')
      try {
        record('two-turns.json')
      } finally {
        await first.close()
      }
    },
  },
  {
    when: 'the folder of a recording cannot be made',
    occur: () => ask(record('settings.json/triage.json', 'Done.'), 'Go.'),
  },
  {
    when: 'a model is asked after its recording has ended',
    occur: async () => {
      const model = record('two-turns.json', 'Late.')
      await model.close()
      await ask(model, 'Go.')
    },
  },
  {
    when: 'a recording ends while a stream is unread',
    occur: async () => {
      const model = record('two-turns.json', 'Unread.')
      const { stream } = await model.doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }] })
      try {
        await model.close()
      } finally {
        await stream.cancel()
      }
    },
  },
]

/** How the errors of fixtures occur. */
export const fixtureErrors: readonly Occasion[] = [...replays, ...recordings]
