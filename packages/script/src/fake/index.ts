/**
 * `@understudy/script/fake`: what every fake is made of, for `fakeModels()` here and for packages with a fake of their own,
 * such as `@understudy/testing`. An app's tests need none of it.
 */

// What went on
export { Prompts, type ToldComplaints } from './prompts.js'
export { PromptRecord, type PromptEnd, type PromptRecordSetup, type PromptState } from './prompt-record.js'
export type { Mutable, RecordedToolCall, ToolOutcome } from './tool-call-record.js'
export { fakeAiWords, type FakeWords, type Prompted } from './prompted.js'
export type { AskedModel } from './asked-model.js'

// What is scripted
export { type GivenReplies, scriptReplies } from './script-replies.js'
export { type Drawn, ReplyQueues, type ScriptedReply, type Unused, type When } from './reply-queues.js'

export { AnswerQueue, type DrawnAnswers } from './answer-queue.js'
export type { CallPredicate, ModelScripts } from './model-scripts.js'
export { type CallRecord, giveModelScripts, type ScriptedCalls } from './model-vocabulary.js'
export { modelKindNames, modelWords, type ModelWords } from './model-words.js'

// What is asserted
export { type CheckedPrompts, type PromptAssertion, PromptChecks } from './prompt-checks.js'
export { holds } from './holds.js'

// How it is told
export { type FakeEvent, type Line, type PrintOptions, showFailure, showOutcome } from './print-prompt.js'
export { type Complaint, printRun, printTranscript } from './print-run.js'
export { dataSize, fileSizes, withSizes } from './model-data.js'
export { printable, printableName, quote } from './printable.js'
export { type CallSite, callSiteOf, pointAt } from './call-site.js'
export { toError } from './to-error.js'

// Beginning and ending
export { enlist, type LiveFake, refuseUnended } from './live-fakes.js'
export { makeSuppressedErrorsReadable } from './suppressed-errors.js'
