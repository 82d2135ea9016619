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

export { isRecordedCall, PromptRecorder } from './prompt-recorder.js'
export { AnswerQueue, type DrawnAnswers } from './answer-queue.js'
export type { CallPredicate, ModelScripts } from './model-scripts.js'
export { type CallRecord, giveModelScripts, type ScriptedCalls } from './model-vocabulary.js'
export { modelKindNames, modelWords, type ModelWords } from './model-words.js'

// What is asserted
export { type CheckedPrompts, type PromptAssertion, PromptChecks } from './prompt-checks.js'
export { holds } from './holds.js'
export { checkCount, checkOptions, checkPredicate, checkText, describeGiven } from './check-arguments.js'

// How it is told
export { type FakeEvent, type Line, type PrintOptions, showFailure, showOutcome } from './print-prompt.js'
export { type Complaint, printRun, printTranscript } from './print-run.js'
export { dataSize, fileSizes, withSizes } from './model-data.js'
export { printable, printableMessage, printableName, quote } from './printable.js'
export { named, oneLine, quotedName } from '../quoted.js'
export { callerSite, type CallSite, callSiteOf, describeSite, pointAt } from './call-site.js'
export { toError } from './to-error.js'

// Beginning and ending
export { enlist, type LiveFake, refuseUnended } from './live-fakes.js'
export { makeSuppressedErrorsReadable } from './suppressed-errors.js'

// From the main entry, so that such a package loads no more of it than it uses
export { apiError } from '../api-error.js'
export { forbidRealModels } from '../guard/forbid-real-models.js'
export { forever } from '../grammar/forever.js'
export { guardModels } from '../guard/guard-models.js'
export { improvise } from '../improvise/improvise.js'
export { improviseOutput } from '../improvise/improvise-output.js'
export { improviseValue } from '../improvise/improvise-value.js'
export { isRecording } from '../fixtures/is-recording.js'
export { openFixture } from '../fixtures/fixture.js'
export { parseAnswers, playAnswers } from '../models/kinds.js'
export { parseReply } from '../grammar/parse-reply.js'
export { shareCopy } from '../engine/share-copy.js'
export { telemetryOfScripted } from '../guard/telemetry-hook.js'

// Errors
export { AssertionFailedError } from '../errors/assertion-failed-error.js'
export { CallRunningError } from '../errors/call-running-error.js'
export { FakeEndedError } from '../errors/fake-ended-error.js'
export { ImpossibleAnswerError } from '../errors/impossible-answer-error.js'
export { ImpossibleOutputError } from '../errors/impossible-output-error.js'
export { ImpossibleToolCallError } from '../errors/impossible-tool-call-error.js'
export { ImprovisationError } from '../errors/improvisation-error.js'
export { InvalidStepError } from '../errors/invalid-step-error.js'
export { PromptRunningError } from '../errors/prompt-running-error.js'
export { RealModelError } from '../errors/real-model-error.js'
export { RefusedOutputError } from '../errors/refused-output-error.js'
export { ScriptExhaustedError } from '../errors/script-exhausted-error.js'
export { TestSetupError } from '../errors/test-setup-error.js'
export { UnendedFakeError } from '../errors/unended-fake-error.js'
export { UnfinishedAnswerError } from '../errors/unfinished-answer-error.js'
export { UnfinishedReplyError } from '../errors/unfinished-reply-error.js'
export { UnreadStreamError } from '../errors/unread-stream-error.js'
export { UnscriptedModelError } from '../errors/unscripted-model-error.js'
export { UnscriptedPromptError } from '../errors/unscripted-prompt-error.js'
export { UnusedAnswerError } from '../errors/unused-answer-error.js'
export { UnusedReplyError } from '../errors/unused-reply-error.js'
