/** A prompt that no reply is scripted for. */
import { quote } from '../printable.js'

/** What {@link UnscriptedPromptError} knows. */
export interface UnscriptedPromptErrorDetails {
  readonly agent: string
  /** The agent's class, for the fix. */
  readonly className: string
  /** How many replies were scripted for the agent. */
  readonly scripted: number
  /** Which prompt of the agent this is, counted from 1. */
  readonly prompt: number
  readonly input: string
  /** The agents that do have replies. */
  readonly scriptedAgents: readonly string[]
}

/** Thrown by the model of a prompt with nothing scripted, and again when the fake ends. Nothing was answered. */
export class UnscriptedPromptError extends Error {
  override readonly name = 'UnscriptedPromptError'
  readonly code = 'UNSCRIPTED_PROMPT'
  readonly agent: string
  readonly scripted: number
  readonly prompt: number
  readonly input: string

  constructor({ agent, className, scripted, prompt, input, scriptedAgents }: UnscriptedPromptErrorDetails) {
    const replies =
      scripted === 0
        ? 'nothing is scripted for it'
        : `only ${scripted} ${scripted === 1 ? 'reply is' : 'replies are'} scripted`
    const others = scriptedAgents.length === 0 ? 'No agent has a script.' : `Scripted: ${scriptedAgents.join(', ')}.`
    super(
      `Agent "${agent}" was prompted (prompt ${prompt}: ${quote(input, 120)}), but ${replies}. ${others} ` +
        `Script a reply: ai.respond(${className}, ['…']).`,
    )
    this.agent = agent
    this.scripted = scripted
    this.prompt = prompt
    this.input = input
  }
}
