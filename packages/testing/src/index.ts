/** `@understudy/testing`: test an app with agents; the model follows a script, everything else is real. */

// Requests
export { TestApp, type FakeAiOptions, type TestFetch, type ToolCallOptions } from './http/test-app.js'
export { PendingResponse } from './http/pending-response.js'
export { TestResponse, type ResponseOrigin } from './http/test-response.js'
export { TestToolCall, type TestToolCallSetup } from './http/test-tool-call.js'
export {
  TestApprovals,
  type RequestOrId,
  type RequestPredicate,
  type TestApprovalsSetup,
} from './http/test-approvals.js'
export type { Expected, Fail, ResponseAssertions, ResponseAssertionTable, Subject } from './http/response-assertions.js'
export type { TestBody, TestHeaders, TestRequestOptions } from './http/test-request.js'

// The fake
export { FakeAi, type FakeAiSetup, type RespondOptions } from './fake/fake-ai.js'
export type { PromptAssertions, PromptPredicate, ToolCallPredicate } from './fake/prompt-assertions.js'
export type { AgentCall, RecordedToolCall } from './fake/agent-call.js'
export type { ModelScripts } from './fake/model-scripts.js'
export type { CallPredicate } from '@understudy/script/fake'
export type {
  EmbedCall,
  EvaluationCall,
  ExtractionCall,
  ImageCall,
  RecordedCall,
  RerankCall,
  SpeechCall,
  TranscriptionCall,
  TranslationCall,
  VideoCall,
} from './fake/model-calls.js'
export type { ReplyOf, ScriptedOutput, ToolInputs, ToolName } from './fake/typed-reply.js'

// A model that misbehaves
export { mischief } from './mischief/mischief.js'
export type { DirectMischief, MischiefOptions, RequestMischief } from './mischief/setup.js'

// From the script grammar, so that a test file imports one package
export type { ImproviseOptions, ModelCall, OfferedTool, PromptMessage } from '@understudy/script'
export {
  apiError,
  forbidRealModels,
  forever,
  improvise,
  ImprovisationError,
  ImpossibleAnswerError,
  ImpossibleOutputError,
  ImpossibleToolCallError,
  InvalidStepError,
  RealModelError,
  ScriptExhaustedError,
} from '@understudy/script/fake'

// Errors
export type { AssertionFailedErrorDetails } from '@understudy/script'
export { AssertionFailedError } from '@understudy/script/fake'
export type { CallRunningErrorDetails } from '@understudy/script'
export { CallRunningError } from '@understudy/script/fake'
export { FakeAiError } from './errors/fake-ai-error.js'
export { FakeEndedError } from '@understudy/script/fake'
export { MischiefError, type MischiefErrorDetails } from './errors/mischief-error.js'
export type { PromptRunningErrorDetails } from '@understudy/script'
export { PromptRunningError } from '@understudy/script/fake'
export { RefusedOutputError } from '@understudy/script/fake'
export type { TestSetupReason } from '@understudy/script'
export { TestSetupError } from '@understudy/script/fake'
export type { UnfinishedAnswerErrorDetails } from '@understudy/script'
export { UnfinishedAnswerError } from '@understudy/script/fake'
export type { UnfinishedReplyErrorDetails } from '@understudy/script'
export { UnfinishedReplyError } from '@understudy/script/fake'
export { UnusedAnswerError } from '@understudy/script/fake'
export { UnusedReplyError } from '@understudy/script/fake'
export type { UnendedFakeErrorDetails } from '@understudy/script'
export { UnendedFakeError } from '@understudy/script/fake'
export { UnreadStreamError } from '@understudy/script/fake'
export type { UnscriptedModelErrorDetails } from '@understudy/script'
export { UnscriptedModelError } from '@understudy/script/fake'
export type { UnscriptedPromptErrorDetails } from '@understudy/script'
export { UnscriptedPromptError } from '@understudy/script/fake'
