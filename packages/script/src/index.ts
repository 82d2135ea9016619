// Scripted models
export { scriptedModel, type ScriptedModelOptions } from './scripted-model.js'
export type { ScriptedModel } from './engine/scripted-model.js'
export type { CallSettings, ModelCall } from './engine/model-call.js'

// The SDK's default provider, scripted
export { FakeModels, fakeModels, type FakeModelsOptions, type RespondOptions } from './fake-models/fake-models.js'
export type { ModelPrompt, ModelResponse } from './fake-models/model-prompt.js'
export type { AskedCall, AskedCallByKind } from './fake-models/model-call.js'
export type { CallPredicate, ModelScripts } from './fake/model-scripts.js'
export type { ModelPromptPredicate, ModelToolCallPredicate } from './fake-models/model-assertions.js'
export type { RecordedToolCall } from './fake/tool-call-record.js'

// Scripted models of every other kind
export {
  type EmbeddingAnswer,
  type EmbeddingCall,
  type EmbeddingLimits,
  scriptedEmbeddings,
} from './models/embeddings.js'
export type { ScriptedEmbeddingModel } from './models/embeddings.js'
export { type EvaluationAnswer, type EvaluationCall, scriptedEvaluations } from './models/evaluations.js'
export type { ScriptedEvaluationModel } from './models/evaluations.js'
export { type ExtractionCall, type ExtractionSetAnswer, scriptedExtractions } from './models/extractions.js'
export type { ScriptedExtractionModel } from './models/extractions.js'
export { type ImageAnswer, type ImageCall, type ImageLimits, scriptedImages } from './models/images.js'
export type { ScriptedImageModel } from './models/images.js'
export { type RerankingAnswer, type RerankingCall, scriptedRerankings } from './models/rerankings.js'
export type { ScriptedRerankingModel } from './models/rerankings.js'
export { scriptedSpeech, type SpeechAnswer, type SpeechCall } from './models/speech.js'
export type { ScriptedSpeechModel } from './models/speech.js'
export { scriptedTranscriptions, type Transcript, type TranscriptionAnswer } from './models/transcriptions.js'
export type { ScriptedTranscriptionModel, TranscriptionCall } from './models/transcriptions.js'
export { scriptedTranslations, type Translation, type TranslationAnswer } from './models/translations.js'
export type { ScriptedTranslationModel, TranslationCall } from './models/translations.js'
export { scriptedVideos, type Video, type VideoAnswer, type VideoCall, type VideoLimits } from './models/videos.js'
export type { ScriptedVideoModel } from './models/videos.js'
export type { AnswerFunction, Answers, DecidedAnswer, FailingAnswer } from './models/answers.js'
export type { Media } from './models/media.js'
export type { ScriptedAnswers } from './models/model-kind.js'
export type { ScriptedAnswersOptions } from './models/play-script.js'

// The grammar
export { apiError, type ApiErrorOptions } from './api-error.js'
export { type Forever, forever } from './grammar/forever.js'
export type {
  AnswerFile,
  AnswerModifiers,
  AnswerSource,
  Chunks,
  FinishReason,
  Usage,
} from './grammar/answer-modifiers.js'
export type {
  AnswerStep,
  BreakingStep,
  ChunksStep,
  ContentPart,
  ContentStep,
  ErrorStep,
  FunctionStep,
  InvalidToolCall,
  LooseTools,
  OutputStep,
  PartsStep,
  Reply,
  Step,
  StreamPart,
  TextStep,
  ToolCall,
  ToolCallStep,
  ValidToolCall,
} from './grammar/step.js'

// A script made for whoever asks
export { improvise, type ImproviseOptions } from './improvise/improvise.js'

// Fixtures: record once, replay for ever
export { recordFixture, type RecordOptions } from './fixtures/record-fixture.js'
export { replayFixture, type ReplayOptions } from './fixtures/replay-fixture.js'
export { isRecording } from './fixtures/is-recording.js'
export { secretKeyWords } from './fixtures/redact.js'
export type { FixtureModel, RecordableModel } from './fixtures/fixture-model.js'
export type { FixtureOptions } from './fixtures/fixture-options.js'
export type { Volatile } from './fixtures/volatile.js'

// Guarding against real models
export { forbidRealModels } from './guard/forbid-real-models.js'

// Errors
export { AmbiguousFakeError } from './errors/ambiguous-fake-error.js'
export { AssertionFailedError, type AssertionFailedErrorDetails } from './errors/assertion-failed-error.js'
export { type AnswersExhaustedDetails, AnswersExhaustedError } from './errors/answers-exhausted-error.js'
export { type ImpossibleAnswerDetails, ImpossibleAnswerError } from './errors/impossible-answer-error.js'
export { CallRunningError, type CallRunningErrorDetails } from './errors/call-running-error.js'
export { type EndlessLoopDetails, EndlessLoopError } from './errors/endless-loop-error.js'
export { FakeEndedError } from './errors/fake-ended-error.js'
export { FakeModelsError } from './errors/fake-models-error.js'
export { FixtureFormatError, type FixtureProblem } from './errors/fixture-format-error.js'
export { type FixtureNotFoundDetails, FixtureNotFoundError } from './errors/fixture-not-found-error.js'
export { FixturePathError } from './errors/fixture-path-error.js'
export { FixtureReadError } from './errors/fixture-read-error.js'
export { type FixtureRedactedDetails, FixtureRedactedError } from './errors/fixture-redacted-error.js'
export { type FixtureUnfinishedDetails, FixtureUnfinishedError } from './errors/fixture-unfinished-error.js'
export { type FixtureWriteDetails, FixtureWriteError } from './errors/fixture-write-error.js'
export { type ImpossibleOutputDetails, ImpossibleOutputError } from './errors/impossible-output-error.js'
export { type ImpossibleToolCallDetails, ImpossibleToolCallError } from './errors/impossible-tool-call-error.js'
export { type ImprovisationDetails, ImprovisationError } from './errors/improvisation-error.js'
export { InvalidStepError, type StepProblem } from './errors/invalid-step-error.js'
export { PromptRunningError, type PromptRunningErrorDetails } from './errors/prompt-running-error.js'
export { RealModelError } from './errors/real-model-error.js'
export { RecordingEndedError } from './errors/recording-ended-error.js'
export { RecordingSettingError } from './errors/recording-setting-error.js'
export { type RecordingUnfinishedDetails, RecordingUnfinishedError } from './errors/recording-unfinished-error.js'
export { RefusedOutputError } from './errors/refused-output-error.js'
export { type ExhaustedDetails, ScriptExhaustedError } from './errors/script-exhausted-error.js'
export { ScriptFaultError, type ScriptFaultDetails } from './errors/script-fault-error.js'
export { ScriptUnfinishedError, type UnfinishedDetails } from './errors/script-unfinished-error.js'
export { TestSetupError, type TestSetupReason } from './errors/test-setup-error.js'
export { UnendedFakeError, type UnendedFakeErrorDetails } from './errors/unended-fake-error.js'
export { UnfinishedAnswerError, type UnfinishedAnswerErrorDetails } from './errors/unfinished-answer-error.js'
export { UnfinishedReplyError, type UnfinishedReplyErrorDetails } from './errors/unfinished-reply-error.js'
export { UnreadStreamError } from './errors/unread-stream-error.js'
export { UnscriptedModelError, type UnscriptedModelErrorDetails } from './errors/unscripted-model-error.js'
export { UnscriptedPromptError, type UnscriptedPromptErrorDetails } from './errors/unscripted-prompt-error.js'
export { UnusedAnswerError } from './errors/unused-answer-error.js'
export { UnusedReplyError } from './errors/unused-reply-error.js'
export { UnrecordedQuestionError, type UnrecordedQuestionDetails } from './errors/unrecorded-question-error.js'

// For packages that script models by prompt, such as @understudy/testing
export { shareCopy } from './engine/share-copy.js'
export { playReply, type ScriptPosition, type StepSummary } from './engine/scripted-model.js'
export type { PlayOptions } from './engine/reply-player.js'
export { parseReplies, parseReply } from './grammar/parse-reply.js'
export type { ParsedReply, StepKind } from './grammar/parsed-step.js'

// For packages that script models by call, such as @understudy/testing
export { parseAnswers, playAnswers } from './models/kinds.js'
export type { AnswerByKind, AnswerCallByKind, AnswersByKind, ScriptedModelByKind } from './models/kinds.js'
export type { ParsedAnswersOf, ParsedEntryOf, PlayAnswersOptions } from './models/kinds.js'
export type { AnswerPlayOptions, ModelKind } from './models/model-kind.js'

// For packages that compose scripts themselves, such as @understudy/testing
export { improviseOutput } from './improvise/improvise-output.js'
export { improviseValue, type Improvised } from './improvise/improvise-value.js'

// For packages that replay fixtures by prompt, such as @understudy/testing
export { type Fixture, openFixture } from './fixtures/fixture.js'

// For packages that guard models themselves, such as @understudy/testing
export { guardModels } from './guard/guard-models.js'
export { telemetryOfScripted } from './guard/telemetry-hook.js'
export type { GuardedCall, GuardedKind, ModelGuard } from './guard/model-guard.js'

// The SDK's own types, as they appear above
export type { OfferedTool, PromptMessage, ResponseFormat, ToolChoice } from './sdk-types.js'
export type { AudioFormat, DecisionAnswer, DecisionQuestion, ExtractionAnswer, ExtractionField } from './sdk-types.js'
export type { SpeechTextPart, TranscriptSegment } from './sdk-types.js'
