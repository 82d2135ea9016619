/**
 * An agent's members as settings of the SDK's `ToolLoopAgent`, with a prompt's listeners among them.
 */
import type { PrepareStepFunction, ToolLoopAgentSettings, ToolSet } from 'ai'
import { LOOP_SETTINGS, type AgentSettings } from './agent-settings.js'
import { AgentSetupError } from './errors/agent-setup-error.js'
import type { PromptRun } from './models/model-source.js'

type Settings = ToolLoopAgentSettings<never, ToolSet>

/** The settings that an agent's class gives, and the listeners that its prompt's source asked for. */
export function loopSettings(agent: AgentSettings, run: PromptRun): Omit<Settings, 'model' | 'tools'> {
  const settings: Partial<Settings> = {}
  for (const key of LOOP_SETTINGS) {
    if (agent[key] !== undefined) Object.assign(settings, { [key]: agent[key] })
  }
  if (agent.prepareStep) settings.prepareStep = withoutModel(agent.constructor.name, agent.prepareStep)
  if (agent.instructions !== undefined) settings.instructions = agent.instructions
  if (run.modelAnswered) settings.onLanguageModelCallEnd = (event) => run.modelAnswered?.(event)
  if (run.toolEnded) {
    settings.onToolExecutionEnd = (event) => {
      run.toolEnded?.(event)
      return agent.onToolExecutionEnd?.(event)
    }
  }
  // The output's type is the class's own; the loop only hands it through to the result.
  return { ...settings, ...(agent.output && { output: agent.output }) } as Omit<Settings, 'model' | 'tools'>
}

/** A step on another model would leave the binding, and with it every fake. */
function withoutModel(
  name: string,
  prepareStep: NonNullable<AgentSettings['prepareStep']>,
): PrepareStepFunction<ToolSet> {
  return async (options) => {
    const prepared = await prepareStep(options)
    if (prepared?.model === undefined) return prepared
    const problem = 'its prepareStep chose a model. Name a provider instead: prompt(input, { provider })'
    throw new AgentSetupError({ agent: name, problems: [problem] })
  }
}
