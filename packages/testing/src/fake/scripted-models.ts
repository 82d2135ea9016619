/**
 * The source of models that stands in for a binding's providers while a fake lives. Hands each prompt its own reply,
 * gathers what is wrong, and never reaches a real model.
 */
import type { AgentClass, ModelByKind, ModelKind, ModelSource, PromptRun, PromptStart } from '@understudy/agents'
import type { ParsedReply } from '@understudy/script'
import { FakeEndedError } from '../errors/fake-ended-error.js'
import { TestSetupError } from '../errors/test-setup-error.js'
import { UnscriptedModelError } from '../errors/unscripted-model-error.js'
import { UnscriptedPromptError } from '../errors/unscripted-prompt-error.js'
import { UnusedReplyError } from '../errors/unused-reply-error.js'
import { PromptRecord } from './prompt-record.js'
import { ReplyQueues } from './reply-queues.js'
import { toError } from './to-error.js'

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
  readonly #classes: Map<string, AgentClass> = new Map()
  readonly #latest: Map<string, PromptRecord> = new Map()
  #ended = false

  /** `configured` only says which providers there are. */
  constructor(configured: ModelSource) {
    this.#configured = configured
  }

  startPrompt(start: PromptStart): PromptRun {
    if (this.#ended) throw new FakeEndedError(`Agent "${start.agentName}" was prompted`)
    const drawn = this.#draw(start)
    const record = new PromptRecord({
      start,
      number: this.records.length + 1,
      ...drawn,
      earlier: this.#latest.get(start.agentName),
      complain: (error, from) => void this.complaints.push({ error, record: from }),
    })
    this.records.push(record)
    this.#latest.set(start.agentName, record)
    if (!drawn.refused) return record
    record.refuse(drawn.unscripted)
    throw drawn.unscripted
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

  /**
   * Ties a name to the class that goes by it.
   * @throws TestSetupError when another class does already: they would draw from each other's script.
   */
  claim(agentName: string, agent: AgentClass): void {
    const owner = this.#classes.get(agentName)
    if (owner === undefined) this.#classes.set(agentName, agent)
    if (owner === undefined || owner === agent) return
    throw new TestSetupError(
      `Two agent classes go by the name "${agentName}": ${owner.name} and ${agent.name}. ` +
        "Give each its own: static override agentName = '…'.",
    )
  }

  /** Ends the fake: every later call is refused. */
  end(): void {
    this.#ended = true
    for (const record of this.records) record.close()
  }

  /** What is wrong with the replies that were not used. */
  get unused(): UnusedReplyError[] {
    return this.replies.unused.map(({ agent, count }) => new UnusedReplyError(agent, count))
  }

  /** The reply for a prompt, or why it has none. */
  #draw(start: PromptStart): Draw {
    const refusal = this.#refusal('model', start.provider)
    if (refusal !== undefined) return { reply: undefined, unscripted: refusal, refused: true }
    const { agent, agentName, input, principal } = start
    try {
      this.claim(agentName, agent)
      const { reply, scripted, prompt } = this.replies.draw(agentName, () => ({
        agent: agentName,
        input,
        principal,
        toolCalls: [],
        requests: [],
      }))
      if (reply !== undefined) return { reply, unscripted: undefined, refused: false }
      const scriptedAgents = this.replies.agents
      const details = { agent: agentName, className: agent.name, scripted, prompt, input, scriptedAgents }
      return { reply, unscripted: new UnscriptedPromptError(details), refused: false }
    } catch (error) {
      // A name that is taken, or what a condition or a function of the script threw: there is no reply because of it.
      return { reply: undefined, unscripted: toError(error), refused: false }
    }
  }

  #refusal(kind: ModelKind, provider: string | undefined): Error | undefined {
    try {
      this.providerOf(kind, provider)
      return undefined
    } catch (error) {
      return toError(error)
    }
  }
}

type Draw =
  | { readonly reply: ParsedReply; readonly unscripted: undefined; readonly refused: false }
  | { readonly reply: undefined; readonly unscripted: Error; readonly refused: boolean }
