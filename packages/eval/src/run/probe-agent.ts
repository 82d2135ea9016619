/** What an agent would send to its model, learnt from a model that answers nothing: no real one is asked. */
import { AppAi, type AgentClass } from '@understudy/agents'
import type { PromptStart } from '@understudy/agents'
import { answering } from '../attempt/replay-answer.js'
import type { GenerateOptions, SdkModel } from '../attempt/sdk-types.js'

/** What was learnt. */
export interface ProbedAgent {
  readonly provider: string
  /** The model that the provider would ask. */
  readonly modelId: string
  /** Instructions, tools and settings, without the case's own words. */
  readonly sent: unknown
}

/** Whose request is wanted. */
export interface Probe {
  readonly agent: AgentClass
  /** Nobody may only read: an agent that would write for nobody is refused. */
  readonly anonymous: boolean
  readonly provider: string | undefined
}

/** Acts for nobody real: nothing it starts reaches a tool. */
const PROBING = { kind: 'service', id: 'eval' } as const

/**
 * Prompts the agent once, up to its first model call.
 * @throws AgentSetupError or ProviderError for an agent that could not run.
 */
export async function probeAgent(view: AppAi, { agent, anonymous, provider }: Probe): Promise<ProbedAgent> {
  const { app, configured, store } = view
  const answered = Promise.withResolvers<GenerateOptions>()
  const started = Promise.withResolvers<PromptStart>()
  const source = answering(configured, probingModel(answered.resolve))
  const listening = new Proxy(source, {
    get: (target, key) => {
      if (key !== 'startPrompt') return Reflect.get(target, key, target)
      return (start: PromptStart) => {
        started.resolve(start)
        return source.startPrompt(start)
      }
    },
  })
  const probe = new AppAi({ app, configured, store, source: () => listening })
  const ended = probe
    .agent(agent)
    .as(anonymous ? null : PROBING)
    .prompt('', provider === undefined ? {} : { provider })
  // The probing model throws in the end, as does an agent that could not run: whichever comes first is the answer.
  const options = await Promise.race([answered.promise, ended.then(() => answered.promise)])
  const start = await started.promise
  const { model } = configured.startPrompt(start)
  await ended.catch(() => undefined)
  return {
    provider: configured.providerOf('model', start.provider),
    modelId: typeof model === 'string' ? model : model.modelId,
    sent: sentBy(options),
  }
}

function sentBy({ prompt, abortSignal: _signal, headers: _headers, ...settings }: GenerateOptions): unknown {
  return { instructions: prompt.filter(({ role }) => role === 'system'), ...settings }
}

function probingModel(asked: (options: GenerateOptions) => void): SdkModel {
  const answer = async (options: GenerateOptions): Promise<never> => {
    asked(options)
    throw new Error('This model only looks at what it is sent.')
  }
  return {
    specificationVersion: 'v4',
    provider: 'probe',
    modelId: 'probe',
    supportedUrls: {},
    doGenerate: answer,
    doStream: answer,
  }
}
