/**
 * Records prompts under a fake: the real model answers, through `recordFixture`, and the prompt goes on as one with a
 * script does. Knows which calls of real models it makes; all others stay refused.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { gateway, type LanguageModel } from 'ai'
import type { ScriptedModel } from '../engine/scripted-model.js'
import { TestSetupError } from '../errors/test-setup-error.js'
import type { FixtureModel, RecordableModel } from '../fixtures/fixture-model.js'
import type { RecordOptions } from '../fixtures/record-fixture.js'
import { forever } from '../grammar/forever.js'
import { parseReply } from '../grammar/parse-reply.js'
import type { ParsedReply } from '../grammar/parsed-step.js'
import type { AnswerStep, ContentPart, StreamPart } from '../grammar/step.js'
import { oneLine } from '../quoted.js'
import type { SdkContent, SdkRequest, SdkStreamPart } from '../sdk-types.js'
import { toError } from './to-error.js'

/** A prompt that is being recorded. */
interface RecordedPrompt {
  /** The real model, and what it is called with now. */
  asked: { readonly real: () => LanguageModel; readonly request: SdkRequest; readonly streamed: boolean } | undefined
}

/** Entered by each call of a real model that is recorded. */
const recordedCall = new AsyncLocalStorage<true | undefined>()

/** Whether the running code is a call of a real model that is being recorded. */
export function isRecordedCall(): boolean {
  return recordedCall.getStore() === true
}

/** Records the prompts of one agent, or of one model, into one file. */
export class PromptRecorder {
  readonly #path: string | URL
  readonly #options: RecordOptions
  readonly #prompts: WeakMap<ParsedReply, RecordedPrompt> = new WeakMap()
  #recording: { readonly model: Promise<FixtureModel>; readonly real: LanguageModel } | undefined

  constructor(path: string | URL, options: RecordOptions) {
    this.#path = path
    this.#options = options
  }

  /** What answers one prompt, once its model is known. */
  reply(): ParsedReply {
    const prompt: RecordedPrompt = { asked: undefined }
    const reply = parseReply(
      forever(async () => await this.#answer(prompt)),
      'what is recorded',
    )
    this.#prompts.set(reply, prompt)
    return reply
  }

  /** Lets the model that plays a reply of this recorder ask the real one with what it is asked itself. */
  attach(model: ScriptedModel, reply: ParsedReply | undefined, real: () => LanguageModel): void {
    const prompt = reply && this.#prompts.get(reply)
    if (prompt === undefined) return
    const { doGenerate, doStream } = model
    model.doGenerate = async (request) => {
      prompt.asked = { real, request, streamed: false }
      return await doGenerate(request)
    }
    model.doStream = async (request) => {
      prompt.asked = { real, request, streamed: true }
      return await doStream(request)
    }
  }

  /** Ends the recording. Every answer was written as it came; of a call that is under way its prompt complains. */
  close(): void {
    this.#recording?.model.then((model) => model.close()).catch(() => undefined)
  }

  async #answer({ asked }: RecordedPrompt): Promise<AnswerStep> {
    if (asked === undefined) throw new TestSetupError('A recorded reply was played by another model than its own.')
    const { real, request, streamed } = asked
    const model = await this.#modelFor(real())
    try {
      return await recordedCall.run(true, async () => (streamed ? streamOf(model, request) : resultOf(model, request)))
    } catch (error) {
      // What a real model fails with goes to the app, and to the SDK's own retry.
      if (request.abortSignal?.aborted === true) throw error
      return { error: toError(error) }
    }
  }

  #modelFor(real: LanguageModel): Promise<FixtureModel> {
    this.#recording ??= { model: this.#record(real), real }
    if (this.#recording.real === real) return this.#recording.model
    throw new TestSetupError(
      `replay() records one model into ${oneLine(String(this.#path))}, and this prompt asks another provider's than the first. ` +
        "Give each its own file, in a fake of its own: `ai.replay(MyAgent, 'fixtures/other.json')`.",
    )
  }

  async #record(real: LanguageModel): Promise<FixtureModel> {
    // Loaded by those who record alone.
    const { recordFixture } = await import('../fixtures/record-fixture.js')
    return recordFixture(
      recordedCall.run(true, () => recordable(real)),
      this.#path,
      this.#options,
    )
  }
}

/** The model object; a string id is the default provider's, as it is for the SDK. */
function recordable(model: LanguageModel): RecordableModel {
  const resolved =
    typeof model === 'string' ? (globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway).languageModel(model) : model
  // What is of an older version is refused by `recordFixture` itself.
  return resolved as RecordableModel
}

async function resultOf(model: FixtureModel, request: SdkRequest): Promise<AnswerStep> {
  const { content, finishReason, usage, warnings, providerMetadata, response } = await model.doGenerate(request)
  return {
    content: content.map(asIs),
    finishReason,
    usage,
    warnings,
    ...(providerMetadata && { providerMetadata }),
    ...(response && { response }),
  }
}

/** The stream is read to its end before the app has its first part: an answer is recorded whole, or not at all. */
async function streamOf(model: FixtureModel, request: SdkRequest): Promise<AnswerStep> {
  const { stream } = await model.doStream(request)
  const parts: StreamPart[] = []
  for await (const part of stream) parts.push(asIs(part))
  return { parts }
}

/** A real model may call a tool wrongly, and the app is to see that as it sees it in production. */
function asIs<Each extends SdkContent | SdkStreamPart>(part: Each): (ContentPart & Each) | (StreamPart & Each) {
  return part.type === 'tool-call' ? { ...part, invalid: true } : part
}
