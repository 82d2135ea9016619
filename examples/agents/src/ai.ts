/**
 * The models of the support desk, as its environment configures them. A key is asked for when a model is, so that the
 * app starts, and its tests run, without one.
 */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI, type OpenAIProvider } from '@ai-sdk/openai'
import { defineAi, memoryConversations, type Ai, type ConversationStore } from '@understudy/agents'
import { MissingKeyError } from './missing-key-error'
import { pricesOf } from './models/prices'

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The AI binding for an environment. `AI_PROVIDER` (anthropic unless set) answers the agents; the README lists the
 * variables of each provider. Conversations are gone when the process ends, unless there is a store that keeps them.
 * @throws ProviderError when `AI_PROVIDER` names another provider.
 */
export function createAi(environment: Environment, conversations: ConversationStore = memoryConversations()): Ai {
  const openai = (): OpenAIProvider => createOpenAI(connection(environment, 'OPENAI'))
  const claude = environment['ANTHROPIC_MODEL'] || 'claude-opus-5'
  const gpt = environment['OPENAI_MODEL'] || 'gpt-5.5'
  return defineAi({
    // Any text may be in the environment; defineAi() refuses what is not in the list below, and names what is.
    default: (environment['AI_PROVIDER'] || 'anthropic') as 'anthropic' | 'openai',
    // Anthropic makes neither embeddings nor images, and its choices do not say how sure they are.
    defaultEmbedding: 'openai',
    defaultImage: 'openai',
    defaultEvaluation: 'openai',
    providers: {
      anthropic: {
        model: () => createAnthropic(connection(environment, 'ANTHROPIC'))(claude),
        ...pricesOf(claude),
      },
      openai: {
        // Chat completions are what every server that calls itself compatible with OpenAI's answers.
        model: () => openai().chat(gpt),
        ...pricesOf(gpt),
        embeddingModel: () =>
          openai().embeddingModel(environment['OPENAI_EMBEDDING_MODEL'] || 'text-embedding-3-small'),
        imageModel: () => openai().imageModel(environment['OPENAI_IMAGE_MODEL'] || 'gpt-image-2'),
        evaluationModel: () => openai().decisionModel(environment['OPENAI_DECISION_MODEL'] || 'gpt-6-luna'),
      },
    },
    conversations,
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
