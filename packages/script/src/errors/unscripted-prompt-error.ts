/** A prompt that no reply is scripted for. */
import { quote } from '../fake/printable.js'
import { describePrompted, promptedOf, type Prompted } from '../fake/prompted.js'
import { nearestName } from '../grammar/nearest-name.js'
import { nameList } from './name-list.js'
import { codeText, named, quotedName } from '../quoted.js'

/** What {@link UnscriptedPromptError} knows. */
export type UnscriptedPromptErrorDetails = {
  /** How many replies were scripted for the agent or the model. */
  readonly scripted: number
  /** How many of them still wait, for prompts that a `when` holds for. */
  readonly conditional: number
  /** Which prompt of the agent or the model this is, counted from 1. */
  readonly prompt: number
  readonly input: string
  /** Whether what is asked for is a value, and not text. */
  readonly hasOutput?: boolean
} & (
  | {
      readonly agent: string
      readonly model?: never
      /** The agent's class, for the fix. */
      readonly className: string
      /** The agents that do have replies. */
      readonly scriptedAgents: readonly string[]
    }
  | {
      readonly model: string
      readonly agent?: never
      /** The ids of the models that do have replies. */
      readonly scriptedModels: readonly string[]
    }
)

/** Thrown by the model of a prompt with nothing scripted, and again when the fake ends. Nothing was answered. */
export class UnscriptedPromptError extends Error {
  override readonly name = 'UnscriptedPromptError'
  readonly code = 'UNSCRIPTED_PROMPT'
  /** The agent that was prompted; absent where a model was, by its id. */
  declare readonly agent?: string
  /** The id of the model that was prompted, with no agent. */
  declare readonly model?: string
  readonly scripted: number
  readonly conditional: number
  readonly prompt: number
  readonly input: string

  constructor(details: UnscriptedPromptErrorDetails) {
    const { scripted, conditional, prompt, input } = details
    const { known, fix } = wayOut(details)
    super(
      `${describePrompted(details)} was prompted (its prompt ${prompt}: ${quote(input, 120)}), but ${repliesFor(details)}. ` +
        `${known} Script a reply: ${fix}.`,
    )
    Object.assign(this, promptedOf(details satisfies Prompted))
    this.scripted = scripted
    this.conditional = conditional
    this.prompt = prompt
    this.input = input
  }
}

function wayOut(details: UnscriptedPromptErrorDetails): { readonly known: string; readonly fix: string } {
  const also = details.scripted > 0 ? ' also' : ''
  if (details.agent !== undefined) {
    const { agent, className, scriptedAgents } = details
    const others = scriptedAgents.filter((name) => name !== agent)
    const known = others.length === 0 ? 'No other agent has a script.' : `Scripted are${also}: ${nameList(others)}.`
    return { known, fix: fixOf('ai', named(className), details) }
  }
  const { model, scriptedModels } = details
  const fix = fixOf('models', codeText(model), details)
  const others = scriptedModels.filter((id) => id !== model)
  if (others.length === 0) return { known: 'No other model has a script.', fix }
  const nearest = nearestName(model, others)
  const meant = nearest === undefined ? '' : ` Did you mean ${quotedName(nearest)}?`
  return { known: `Scripted are${also}: ${nameList(others)}.${meant}`, fix }
}

/** What is pasted as it stands works: a value that fits a schema nobody here knows is made from the schema itself. */
function fixOf(variable: string, who: string, { hasOutput = false }: UnscriptedPromptErrorDetails): string {
  if (!hasOutput) return `\`${variable}.respond(${who}, ['…'])\``
  return `\`${variable}.respond(${who}, [{ output: … }])\` with a value that fits its schema, or \`${variable}.respond(${who}, [improvise()])\` with one that is made from it`
}

function repliesFor({ scripted, conditional }: Pick<UnscriptedPromptErrorDetails, 'scripted' | 'conditional'>): string {
  if (scripted === 0) return 'nothing is scripted for it'
  const replies = (count: number): string => (count === 1 ? '1 reply' : `${count} replies`)
  if (conditional === 0) return `only ${replies(scripted)} ${scripted === 1 ? 'is' : 'are'} scripted`
  return `of ${replies(scripted)} scripted, ${conditional} still ${conditional === 1 ? 'waits' : 'wait'} for a prompt that its \`when\` holds for, and this is none`
}
