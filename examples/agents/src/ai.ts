/**
 * The models of the support desk, as its environment configures them. A key is asked for when a model is, so that the
 * app starts, and its tests run, without one.
 */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { defineAi, type Ai } from '@understudy/agents'

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Thrown when a model is needed and the environment has no key for its provider. */
export class MissingKeyError extends Error {
  override readonly name = 'MissingKeyError'
  readonly code = 'MISSING_KEY'
  readonly variable: string

  constructor(variable: string) {
    super(
      `The model cannot be asked: the environment variable ${variable} is not set. ` +
        `Set it (export ${variable}=…), or choose another provider with AI_PROVIDER (anthropic or openai).`,
    )
    this.variable = variable
  }
}

/**
 * The AI binding for an environment: `AI_PROVIDER` (anthropic unless set), and for each provider `…_API_KEY`, `…_MODEL`
 * and `…_BASE_URL`.
 * @throws ProviderError when `AI_PROVIDER` names another provider.
 */
export function createAi(environment: Environment): Ai {
  return defineAi({
    // Any text may be in the environment; defineAi() refuses what is not in the list below, and names what is.
    default: (environment['AI_PROVIDER'] || 'anthropic') as 'anthropic' | 'openai',
    providers: {
      anthropic: {
        model: () =>
          createAnthropic(connection(environment, 'ANTHROPIC'))(environment['ANTHROPIC_MODEL'] || 'claude-opus-5'),
      },
      openai: {
        // Chat completions are what every server that calls itself compatible with OpenAI's answers.
        model: () => createOpenAI(connection(environment, 'OPENAI')).chat(environment['OPENAI_MODEL'] || 'gpt-5.5'),
      },
    },
  })
}

/** An empty variable counts as none: that is how a shell or an env file says so. */
function connection(environment: Environment, prefix: string): { apiKey: string; baseURL?: string } {
  const variable = `${prefix}_API_KEY`
  const apiKey = environment[variable]
  const baseURL = environment[`${prefix}_BASE_URL`]
  if (!apiKey) throw new MissingKeyError(variable)
  return { apiKey, ...(baseURL && { baseURL }) }
}
