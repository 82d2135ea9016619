import { afterEach, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { customProvider, generateText, isStepCount, streamText } from 'ai'
import { fakeModels, type FakeModels, RealModelError } from '../index.js'
import { complaintsOf, echo, HAIKU, OPUS } from '../test-fake-models.js'
import { temporaryFolder, turnsIn } from '../test-fixtures.js'
import { bareTextModel, bareToolCallModel, rejection } from '../test-models.js'
import { realLanguageModel } from '../test-real-models.js'

const before = globalThis.AI_SDK_DEFAULT_PROVIDER
afterEach(() => {
  delete process.env['RECORD']
  globalThis.AI_SDK_DEFAULT_PROVIDER = before
})

/** A default provider of the app whose model is real to every guard, and how often it was asked. */
function provide(model: ReturnType<typeof bareTextModel>): { readonly asked: () => number } {
  let asked = 0
  const real = realLanguageModel(
    (request) => {
      asked++
      return model.doGenerate(request)
    },
    (request) => {
      asked++
      return model.doStream(request)
    },
  )
  globalThis.AI_SDK_DEFAULT_PROVIDER = customProvider({ languageModels: { [OPUS]: real, [HAIKU]: real } })
  return { asked: () => asked }
}

/** A fake that records where it is asked to. */
function fakeWith(path: string, record: boolean): FakeModels {
  if (record) process.env['RECORD'] = '1'
  else delete process.env['RECORD']
  return fakeModels({ strict: true }).replay(OPUS, path)
}

describe('replay() with RECORD=1', () => {
  test.serial("asks the default provider's model, tools and all, and replays the file without it", async () => {
    using folder = temporaryFolder()
    const path = folder.file('tools.json')
    const real = provide(bareToolCallModel('echo', '{"n":1}'))
    for (const record of [true, false]) {
      using models = fakeWith(path, record)
      const asked = { model: OPUS, prompt: 'x', tools: { echo }, stopWhen: isStepCount(3) }
      expect((await generateText(asked)).text).toBe('Done.')
      models.assertToolCalled(OPUS, 'echo', ({ output }) => output === 1)
    }
    expect(real.asked()).toBe(2)
    expect(turnsIn(path)).toMatchObject([{ kind: 'tool_call' }, { kind: 'text', content: 'Done.' }])
  })

  test.serial('records streams', async () => {
    using folder = temporaryFolder()
    const path = folder.file('streams.json')
    const real = provide(bareTextModel('Streamed.', 'stop'))
    for (const record of [true, false]) {
      using _models = fakeWith(path, record)
      expect(await streamText({ model: OPUS, prompt: 'x' }).text).toBe('Streamed.')
    }
    expect(real.asked()).toBe(1)
  })

  test.serial('lets no other model through', async () => {
    using folder = temporaryFolder()
    const real = provide(bareTextModel('Real.', 'stop'))
    const models = fakeWith(folder.file('others.json'), true)
    const other = realLanguageModel(() => Promise.reject(new Error('It was asked.')))
    expect((await generateText({ model: OPUS, prompt: 'x' })).text).toBe('Real.')
    expect(await rejection(generateText({ model: other, prompt: 'x' }))).toBeInstanceOf(RealModelError)
    expect(await rejection(generateText({ model: HAIKU, prompt: 'x' }))).toMatchObject({ code: 'UNSCRIPTED_PROMPT' })
    expect(real.asked()).toBe(1)
    expect(complaintsOf(models)).toEqual(['RealModelError', 'UnscriptedPromptError'])
  })

  test.serial('writes nothing where nobody asks', () => {
    using folder = temporaryFolder()
    const path = folder.file('nobody.json')
    expect(complaintsOf(fakeWith(path, true))).toEqual([])
    expect(existsSync(path)).toBe(false)
  })
})
