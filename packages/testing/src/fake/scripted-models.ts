/**
 * The source of models that stands in for a binding's providers while a fake lives. Hands each prompt its own reply,
 * gathers what is wrong, and never reaches a real model.
 */
import type { ModelByKind, ModelKind, ModelSource, PromptRun, PromptStart } from '@understudy/agents'
import { FakeEndedError } from '../errors/fake-ended-error.js'
import { UnscriptedModelError } from '../errors/unscripted-model-error.js'
import { UnscriptedPromptError } from '../errors/unscripted-prompt-error.js'
import { PromptRecord } from './prompt-record.js'
import { ReplyQueues } from './reply-queues.js'

/** A fault, and the prompt that it was found in. */
export interface Complaint {
  readonly error: Error
  readonly record?: PromptRecord
}

/** Scripted models for prompts; every other kind is refused. */
export class ScriptedModels implements ModelSource {
  readonly replies: ReplyQueues = new ReplyQueues()
  readonly records: PromptRecord[] = []
  readonly complaints: Complaint[] = []
  readonly #configured: ModelSource
  #ended = false

  /** `configured` only says which providers there are. */
  constructor(configured: ModelSource) {
    this.#configured = configured
  }

  startPrompt(start: PromptStart): PromptRun {
    if (this.#ended) throw new FakeEndedError(`Agent "${start.agentName}" was prompted`)
    const refusal = this.#refusal('model', start.provider)
    const drawn = refusal === undefined ? this.replies.draw(start.agentName) : undefined
    const record = new PromptRecord({
      start,
      number: this.records.length + 1,
      reply: drawn?.reply,
      unscripted: refusal ?? (drawn?.reply === undefined ? this.#unscripted(start, drawn) : undefined),
      complain: (error, from) => void this.complaints.push({ error, record: from }),
    })
    this.records.push(record)
    if (refusal === undefined) return record
    record.refuse(refusal)
    throw refusal
  }

  model<Kind extends Exclude<ModelKind, 'model'>>(kind: Kind, provider: string | undefined): ModelByKind[Kind] {
    if (this.#ended) throw new FakeEndedError(`The ${kind} was asked`)
    const error = this.#refusal(kind, provider) ?? new UnscriptedModelError(kind, this.providerOf(kind, provider))
    this.complaints.push({ error })
    throw error
  }

  providerOf(kind: ModelKind, asked: string | undefined): string {
    return this.#configured.providerOf(kind, asked)
  }

  /** Ends the fake: every later call is refused. */
  end(): void {
    this.#ended = true
    for (const record of this.records) record.close()
  }

  #refusal(kind: ModelKind, provider: string | undefined): Error | undefined {
    try {
      this.providerOf(kind, provider)
      return undefined
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  #unscripted(
    { agent, agentName, input }: PromptStart,
    drawn: { scripted: number; prompt: number } | undefined,
  ): Error {
    const { scripted = 0, prompt = 1 } = drawn ?? {}
    const scriptedAgents = this.replies.agents
    return new UnscriptedPromptError({
      agent: agentName,
      className: agent.name,
      scripted,
      prompt,
      input,
      scriptedAgents,
    })
  }
}
