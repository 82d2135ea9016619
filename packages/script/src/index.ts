// Scripted models
export { scriptedModel, type ScriptedModelOptions } from './scripted-model.js'
export type { ScriptedModel } from './engine/scripted-model.js'
export type { CallSettings, ModelCall } from './engine/model-call.js'

// The grammar
export { apiError, type ApiErrorOptions } from './api-error.js'
export { type Forever, forever } from './grammar/forever.js'
export type {
  AnswerModifiers,
  AnswerStep,
  ContentPart,
  ContentStep,
  ErrorStep,
  FinishReason,
  FunctionStep,
  InvalidToolCall,
  LooseTools,
  OutputStep,
  Reply,
  Step,
  TextStep,
  ToolCall,
  ToolCallStep,
  Usage,
  ValidToolCall,
} from './grammar/step.js'

// Errors
export { type ImpossibleOutputDetails, ImpossibleOutputError } from './errors/impossible-output-error.js'
export { type ImpossibleToolCallDetails, ImpossibleToolCallError } from './errors/impossible-tool-call-error.js'
export { InvalidStepError, type StepProblem } from './errors/invalid-step-error.js'
export { type ExhaustedDetails, ScriptExhaustedError } from './errors/script-exhausted-error.js'
export { ScriptUnfinishedError, type UnfinishedDetails } from './errors/script-unfinished-error.js'

// For packages that script models by prompt, such as @understudy/testing
export { shareCopy } from './engine/share-copy.js'
export { playReply, type ScriptPosition, type StepSummary } from './engine/scripted-model.js'
export type { PlayOptions } from './engine/reply-player.js'
export { parseReplies, parseReply } from './grammar/parse-reply.js'
export type { ParsedReply, StepKind } from './grammar/parsed-step.js'

// The SDK's own types, as they appear above
export type { OfferedTool, PromptMessage, ResponseFormat, ToolChoice } from './sdk-types.js'
