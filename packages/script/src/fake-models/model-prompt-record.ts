/**
 * One prompt of a model under `fakeModels()`. The SDK's telemetry tells of its tools and its end; where that is off, both
 * are read from what its model is asked and answers.
 */
import { APICallError, type StepResult, type ToolSet } from 'ai'
import type { ModelCall } from '../engine/model-call.js'
import { PromptRecord, type PromptRecordSetup } from '../fake/prompt-record.js'
import { quote } from '../fake/printable.js'
import { type Content, recordResults } from '../fake/record-tool-calls.js'
import type { Mutable, RecordedToolCall, ToolOutcome } from '../fake/tool-call-record.js'
import type { SdkRequest, SdkResult, SdkStreamPart, SdkStreamResult } from '../sdk-types.js'
import type { ModelPrompt, ModelResponse } from './model-prompt.js'
import type { PromptText } from './read-prompt.js'
import { watchStream } from './watch-stream.js'
import { named } from '../quoted.js'

/** What a prompt begins with. */
export interface PromptBeginning extends PromptText {
  /** The id of the model. */
  readonly model: string
  readonly streamed: boolean
  /** The SDK's id of the call; undefined where it does not tell of it. */
  readonly callId: string | undefined
}

/** What a record is made of. */
export interface ModelPromptSetup extends Omit<PromptRecordSetup, 'noun' | 'name' | 'input' | 'streamed'> {
  readonly beginning: PromptBeginning
}

/** What a prompt that nobody tells of waits for: its model, its tools, or whoever asks again after an error. */
type Awaits = 'answer' | 'tools' | 'retry'

/** The record of one prompt. */
export class ModelPromptRecord extends PromptRecord<RecordedToolCall, ModelResponse> {
  override readonly call: Mutable<ModelPrompt>
  /** The SDK's id of the call; undefined where it does not tell of it. */
  readonly callId: string | undefined
  /** What it waits for. Only of a prompt that nobody tells of. */
  awaits: Awaits | undefined
  readonly #askedModels: string[] = []
  #signal: AbortSignal | undefined
  #content: Content = []
  #lastError: unknown
  #isStreamAwaited = (): boolean => false

  constructor({ beginning, ...setup }: ModelPromptSetup) {
    const { model, input, instructions, streamed, callId } = beginning
    super({ ...setup, noun: 'Model', name: model, input, streamed })
    this.callId = callId
    const { toolCalls, requests } = this
    this.call = { model, input, instructions, toolCalls, requests, askedModels: this.#askedModels }
  }

  /** The content of the last answer. */
  get content(): Content {
    return this.#content
  }

  /** The text of the last answer. */
  get text(): string {
    return this.#content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
  }

  override title(width?: number): string {
    return `${named(this.name)}: ${quote(this.input, width)}`
  }

  async generate(id: string, request: SdkRequest): Promise<SdkResult> {
    const result = await this.#ask(id, { request, answer: () => this.model.doGenerate(request) })
    this.#hasAnswered(result.finishReason.unified)
    return result
  }

  async stream(id: string, request: SdkRequest): Promise<SdkStreamResult> {
    const result = await this.#ask(id, { request, answer: () => this.model.doStream(request) })
    let finishReason = 'other'
    const { stream, isAwaited } = watchStream<SdkStreamPart>(result.stream, {
      part(part) {
        if (part.type === 'finish') finishReason = part.finishReason.unified
      },
      ended: () => this.#hasAnswered(finishReason),
      failed: (error) => this.#callFailed(error),
      cancelled: (reason) => super.failed(reason ?? new Error('The stream was cancelled.'), true),
    })
    this.#isStreamAwaited = isAwaited
    return { ...result, stream }
  }

  /** Hears of the end of a tool. */
  toolEnded(toolCallId: string, end: ToolOutcome): void {
    this.recordOutcome(toolCallId, end)
  }

  /** Hears of what the SDK made of it, after it may have ended: an output is parsed last. */
  override failed(told: unknown, aborted: boolean = this.#signal?.aborted === true): void {
    const error = told ?? (aborted ? this.#signal?.reason : this.#lastError)
    if (this.state !== 'answered') return super.failed(error, aborted)
    this.state = 'failed'
    this.call.error = error
    this.checkOutput(error)
  }

  /** Complains where it is still running, or where nobody came back to it. */
  override close(): void {
    if (this.state !== 'running') return
    // Of an abort that nobody reads on after, the SDK does not tell.
    if (this.#signal?.aborted === true) return super.failed(this.#signal.reason, true)
    const { awaits } = this
    if (awaits === 'retry' || awaits === 'tools') return this.#leave(awaits)
    const waitsForTool = this.toolCalls.some((call) => !('output' in call) && !('error' in call))
    if (waitsForTool || this.#isStreamAwaited()) this.readingStarted()
    super.close()
  }

  protected override called(call: ModelCall): void {
    super.called(call)
    recordResults(this.toolCalls, call)
  }

  protected override answeredWith(content: Content): void {
    super.answeredWith(content)
    this.#content = content
  }

  async #ask<Answer>(id: string, { request, answer }: Asking<Answer>): Promise<Answer> {
    this.#signal = request.abortSignal
    if (request.abortSignal?.aborted !== true) this.#askedModels.push(id)
    if (this.callId === undefined) {
      this.awaits = 'answer'
      // What a retry makes good.
      delete this.call.error
    }
    try {
      return await answer()
    } catch (error) {
      this.#callFailed(error)
      throw error
    }
  }

  /** What an answer means for a prompt that nobody tells of: without a call of a tool it is the last. */
  #hasAnswered(finishReason: string): void {
    if (this.callId !== undefined) return
    const asksForTools = this.#content.some((part) => part.type === 'tool-call' && part.providerExecuted !== true)
    this.awaits = asksForTools ? 'tools' : undefined
    if (!asksForTools) this.ended({ text: this.text, finishReason, steps: [] })
  }

  #callFailed(error: unknown): void {
    this.#lastError = error
    if (this.callId !== undefined) return
    const retryable = APICallError.isInstance(error) && error.isRetryable
    this.call.error = error
    this.awaits = retryable ? 'retry' : undefined
    if (!retryable) super.failed(error, this.#signal?.aborted === true)
  }

  /** Nobody came back after an answer with calls of tools, or after an error. */
  #leave(awaits: 'tools' | 'retry'): void {
    if (awaits === 'retry') {
      super.failed(this.call.error, false)
      return
    }
    const { text } = this
    this.state = 'answered'
    const steps: readonly StepResult<ToolSet>[] = []
    this.call.response = { text, finishReason: 'tool-calls', steps }
    this.checkFinished(() => ({
      reason: 'its model was not asked again after that step, which is all that is known with telemetry off',
      fix: 'If it must stop there, end the reply there: leave out the `then`.',
    }))
  }
}

interface Asking<Answer> {
  readonly request: SdkRequest
  readonly answer: () => PromiseLike<Answer>
}
