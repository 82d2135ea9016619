/**
 * The optional members of an agent class: the settings of the SDK's `ToolLoopAgent`, by the same names.
 * The model is not among them: an agent names a provider, and the binding has the models.
 */
import type { Instructions, OutputInterface, ToolLoopAgentSettings, ToolSet } from 'ai'

type Loop = ToolLoopAgentSettings<never, ToolSet>

/** The members that are handed to `ToolLoopAgent` as they are. */
export type LoopSetting =
  | 'stopWhen'
  | 'toolChoice'
  | 'activeTools'
  | 'toolOrder'
  | 'toolCallConcurrency'
  | 'toolApproval'
  | 'prepareStep'
  | 'prepareCall'
  | 'repairToolCall'
  | 'runtimeContext'
  | 'toolsContext'
  | 'allowSystemInMessages'
  | 'maxOutputTokens'
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'stopSequences'
  | 'seed'
  | 'reasoning'
  | 'maxRetries'
  | 'timeout'
  | 'headers'
  | 'providerOptions'
  | 'telemetry'
  | 'include'
  | 'experimental_download'
  | 'experimental_refineToolInput'
  | 'experimental_toolCallers'
  | 'onStart'
  | 'onStepStart'
  | 'onStepEnd'
  | 'onStepError'
  | 'onLanguageModelCallStart'
  | 'onLanguageModelCallEnd'
  | 'onToolExecutionStart'
  | 'onToolExecutionEnd'
  | 'onError'
  | 'onAbort'
  | 'onEnd'
  | 'onStepFinish'
  | 'onFinish'

/** Their names. */
export const LOOP_SETTINGS: readonly LoopSetting[] = [
  'stopWhen',
  'toolChoice',
  'activeTools',
  'toolOrder',
  'toolCallConcurrency',
  'toolApproval',
  'prepareStep',
  'prepareCall',
  'repairToolCall',
  'runtimeContext',
  'toolsContext',
  'allowSystemInMessages',
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'stopSequences',
  'seed',
  'reasoning',
  'maxRetries',
  'timeout',
  'headers',
  'providerOptions',
  'telemetry',
  'include',
  'experimental_download',
  'experimental_refineToolInput',
  'experimental_toolCallers',
  'onStart',
  'onStepStart',
  'onStepEnd',
  'onStepError',
  'onLanguageModelCallStart',
  'onLanguageModelCallEnd',
  'onToolExecutionStart',
  'onToolExecutionEnd',
  'onError',
  'onAbort',
  'onEnd',
  'onStepFinish',
  'onFinish',
]

/**
 * Members that an agent class may have, as fields, getters or methods. `prepareStep` and `prepareCall` may change
 * everything but the model, and stopping is the SDK's default of 20 steps unless `stopWhen` says otherwise.
 */
export interface AgentSettings extends Partial<Pick<Loop, LoopSetting>> {
  readonly instructions?: Instructions
  /** `Output.object({ schema })` and its kin: what `prompt()` answers with as `output`. Without it, the text. */
  readonly output?: OutputInterface
  /** Not here: an agent names a `provider`. */
  readonly model?: never
  /** A provider of the binding, when it is not the default one. */
  readonly provider?: string
}
