// Whatever is scripted plays the same in both modes: an app that changes from one to the other sees the same model.

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { generateText, isStepCount, RetryError, type StepResult, streamText, wrapLanguageModel } from 'ai'
import fc from 'fast-check'
import { type Reply, type ScriptedModel, scriptedModel } from './index.js'
import { anyReply, offered } from './test-replies.js'

// The SDK prints each warning that was scripted.
const { AI_SDK_LOG_WARNINGS: printed } = globalThis
beforeAll(() => void (globalThis.AI_SDK_LOG_WARNINGS = false))
afterAll(() => void Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: printed }))

const asked = { tools: offered, prompt: 'a', stopWhen: isStepCount(6) }

type Step = Pick<
  StepResult<typeof offered>,
  'content' | 'finishReason' | 'rawFinishReason' | 'usage' | 'warnings' | 'providerMetadata'
>

/** The model, asked for JSON, which the SDK does not read here: an answer that is none would fail one mode alone. */
function askedForJson(model: ScriptedModel): ReturnType<typeof wrapLanguageModel> {
  return wrapLanguageModel({
    model,
    middleware: { transformParams: async ({ params }) => ({ ...params, responseFormat: { type: 'json' } }) },
  })
}

/** Whether the model said it. What became of its calls the SDK puts elsewhere when it streams, and feeds back the same. */
function isSaid(part: Step['content'][number]): boolean {
  return part.type !== 'tool-error' && (part.type !== 'tool-result' || part.providerExecuted === true)
}

/** What an app can tell by, of each step. */
function seen(steps: readonly Step[]): unknown {
  return steps.map(({ content, finishReason, rawFinishReason, usage, warnings, providerMetadata }) => ({
    content: content.filter(isSaid).map((part) => ('file' in part ? { ...part, file: part.file.base64 } : part)),
    finishReason,
    rawFinishReason,
    usage,
    warnings,
    providerMetadata,
  }))
}

function failure(error: unknown): object {
  // A call is tried again, a stream that has begun is not.
  if (RetryError.isInstance(error)) return failure(error.lastError)
  if (!(error instanceof Error)) return { error }
  return { name: error.name, message: error.message }
}

async function generated(model: ScriptedModel): Promise<unknown> {
  try {
    return seen((await generateText({ model: askedForJson(model), ...asked })).steps)
  } catch (error) {
    return failure(error)
  }
}

async function streamed(model: ScriptedModel): Promise<unknown> {
  const errors: unknown[] = []
  const result = streamText({ model: askedForJson(model), ...asked, onError: ({ error }) => void errors.push(error) })
  await result.consumeStream()
  return errors.length > 0 ? failure(errors[0]) : seen(await result.steps)
}

async function played(reply: Reply, play: (model: ScriptedModel) => Promise<unknown>): Promise<unknown> {
  const model = scriptedModel([reply])
  const outcome = await play(model)
  return { outcome, remaining: model.remaining, asked: model.calls.map(({ messages }) => messages) }
}

test('any reply generates what it streams: content, finish reason, counts, and what is fed back', async () => {
  await fc.assert(
    fc.asyncProperty(anyReply, async (reply) => {
      expect(await played(reply, generated)).toEqual(await played(reply, streamed))
    }),
    { seed: 2026, numRuns: 100 },
  )
})
