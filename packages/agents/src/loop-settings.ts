/**
 * An agent's members as settings of the SDK's `ToolLoopAgent`, with a prompt's listeners among them.
 */
import type { ModelMessage, ToolLoopAgentSettings, ToolSet } from 'ai'
import { LOOP_SETTINGS, type AgentSettings, type LoopSetting } from './agent-settings.js'
import { derivedToolOf } from './app-tools.js'
import { AgentSetupError } from './errors/agent-setup-error.js'
import { telemetryOf } from './models/call-telemetry.js'
import type { PromptRun } from './models/model-source.js'
import { withObjectInputs } from './object-inputs.js'

type Settings = ToolLoopAgentSettings<never, ToolSet>

/** The settings that an agent's class gives, and the listeners that its prompt's source asked for. */
export function loopSettings(
  agent: AgentSettings,
  { name, tools, run }: { readonly name: string; readonly tools: ToolSet; readonly run: PromptRun },
): Omit<Settings, 'model' | 'tools'> {
  const settings: Partial<Settings> = {}
  for (const key of settingsOf(agent)) {
    const value: unknown = agent[key]
    // A method of the class is called with its agent as `this`.
    if (value !== undefined) Object.assign(settings, { [key]: typeof value === 'function' ? value.bind(agent) : value })
  }
  if (agent.instructions !== undefined) settings.instructions = agent.instructions
  guardCall(settings, name)
  guardSteps(settings, name)
  listenToLocalTools(settings, tools, run)
  const telemetry = telemetryOf(run, settings.telemetry)
  if (telemetry) settings.telemetry = telemetry
  // The output's type is the class's own; the loop only hands it through to the result.
  if (agent.output) Object.assign(settings, { output: agent.output })
  return settings
}

/** By prototype: the settings that a class has as methods or getters. Fields are each agent's own. */
const inherited = new WeakMap<object, readonly LoopSetting[]>()
const all: ReadonlySet<string> = new Set(LOOP_SETTINGS)

function settingsOf(agent: AgentSettings): LoopSetting[] {
  const prototype: object = Object.getPrototypeOf(agent)
  let methods = inherited.get(prototype)
  if (methods === undefined) inherited.set(prototype, (methods = LOOP_SETTINGS.filter((key) => key in prototype)))
  const fields = Object.keys(agent).filter((key): key is LoopSetting => all.has(key))
  return [...methods, ...fields]
}

/** A step on another model would leave the binding, and with it every fake. */
function guardSteps(settings: Pick<Partial<Settings>, 'prepareStep'>, agent: string): void {
  const { prepareStep } = settings
  settings.prepareStep =
    prepareStep === undefined
      ? withoutBadInputs
      : async (options) => {
          const prepared = await prepareStep(options)
          refuseModel(prepared?.model, 'prepareStep', agent)
          const mended = withObjectInputs(prepared?.messages ?? options.messages)
          return mended === undefined ? prepared : { ...prepared, messages: mended }
        }
}

/** What `prepareCall` returns takes the place of all settings, so that it is guarded like the class's own. */
function guardCall(settings: Partial<Settings>, agent: string): void {
  const { prepareCall, prepareStep } = settings
  if (prepareCall === undefined) return
  settings.prepareCall = async (options) => {
    // It is shown what its class gave, without what is added here.
    const prepared = await prepareCall({ ...options, prepareStep } as typeof options)
    refuseModel(prepared.model === options.model ? undefined : prepared.model, 'prepareCall', agent)
    const guarded: typeof prepared = { ...prepared }
    guardSteps(guarded, agent)
    return guarded
  }
}

/** Answers at once when there is nothing to mend, as in nearly every step. */
function withoutBadInputs({
  steps,
  messages,
}: {
  steps: readonly unknown[]
  messages: ModelMessage[]
}): { messages: ModelMessage[] } | undefined {
  const mended = steps.length === 0 ? undefined : withObjectInputs(messages)
  return mended && { messages: mended }
}

function refuseModel(model: unknown, member: string, agent: string): void {
  if (model === undefined) return
  const problem = `its ${member} chose a model. Name a provider instead: \`prompt(input, { provider })\``
  throw new AgentSetupError({ agent, problems: [problem] })
}

/** An app tool tells of its end itself, with what the gate knows of it; the others are the app's own code. */
function listenToLocalTools(settings: Partial<Settings>, tools: ToolSet, run: PromptRun): void {
  const { onToolExecutionEnd } = settings
  const isLocal = (name: string): boolean => {
    const own = Object.hasOwn(tools, name) ? tools[name] : undefined
    return own !== undefined && derivedToolOf(own) === undefined
  }
  if (run.toolEnded === undefined || !Object.keys(tools).some(isLocal)) return
  settings.onToolExecutionEnd = (event) => {
    const { toolCall, toolOutput } = event
    if (isLocal(toolCall.toolName)) {
      const end = toolOutput.type === 'tool-error' ? { error: toolOutput.error } : { output: toolOutput.output }
      run.toolEnded?.(toolCall.toolCallId, end)
    }
    return onToolExecutionEnd?.(event)
  }
}
