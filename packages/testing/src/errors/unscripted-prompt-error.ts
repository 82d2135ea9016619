/** A prompt that no reply is scripted for. */
import { quote } from '../printable.js'

/** What {@link UnscriptedPromptError} knows. */
export interface UnscriptedPromptErrorDetails {
  readonly agent: string
  /** The agent's class, for the fix. */
  readonly className: string
  /** How many replies were scripted for the agent. */
  readonly scripted: number
  /** How many of them still wait, for prompts that a `when` holds for. */
  readonly conditional: number
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
  readonly conditional: number
  readonly prompt: number
  readonly input: string

  constructor({ className, ...details }: UnscriptedPromptErrorDetails) {
    const { agent, scripted, conditional, prompt, input, scriptedAgents } = details
    const others = scriptedAgents.filter((name) => name !== agent)
    const known = others.length === 0 ? 'No other agent has a script.' : `Scripted are also: ${others.join(', ')}.`
    super(
      `Agent "${agent}" was prompted (prompt ${prompt}: ${quote(input, 120)}), but ${repliesFor(details)}. ${known} ` +
        `Script a reply: \`ai.respond(${className}, ['…'])\`.`,
    )
    this.agent = agent
    this.scripted = scripted
    this.conditional = conditional
    this.prompt = prompt
    this.input = input
  }
}

function repliesFor({ scripted, conditional }: Pick<UnscriptedPromptErrorDetails, 'scripted' | 'conditional'>): string {
  if (scripted === 0) return 'nothing is scripted for it'
  const replies = (count: number): string => (count === 1 ? '1 reply' : `${count} replies`)
  if (conditional === 0) return `only ${replies(scripted)} ${scripted === 1 ? 'is' : 'are'} scripted`
  return `of ${replies(scripted)} scripted, ${conditional} still ${conditional === 1 ? 'waits' : 'wait'} for a prompt that its \`when\` holds for, and this is none`
}
