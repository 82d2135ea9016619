/**
 * Scripted transcripts: one for each call, whole or as a stream. Knows what a transcript consists of; never hears the audio.
 */
import { MockTranscriptionModelV4 } from 'ai/test'
import { describeValue } from '../grammar/describe-value.js'
import { isPlainObject } from '../grammar/plain-object.js'
import type {
  SdkTranscriptionModel,
  SdkTranscriptionRequest,
  SdkTranscriptionResult,
  SdkTranscriptionStreamPart,
  SdkTranscriptionStreamRequest,
  SdkTranscriptionUrlRequest,
  TranscriptSegment,
} from '../sdk-types.js'
import type { Answers } from './answers.js'
import type { AnswerPlayer } from './answer-player.js'
import type { KindDefinition, KindTypes, Place } from './model-kind.js'
import { parseKey, parseSeconds, parseText, refuseUnknownKeys } from './object-answer.js'
import { type ScriptedAnswersOptions, type ScriptedModelOf, scriptModel } from './play-script.js'
import { noTime } from './response.js'
import { answerStream } from './streams.js'
import { quoted } from '../quoted.js'

/** A transcript, in the SDK's own words. */
export interface Transcript {
  text: string
  segments?: readonly TranscriptSegment[]
  words?: readonly TranscriptSegment[]
  language?: string
  durationInSeconds?: number
}

/** The text of a transcript, or more of it. */
export type TranscriptionAnswer = string | Transcript

/** What a transcription model was sent. Of a stream, `audio` holds the chunks that have been read so far. */
export type TranscriptionCall = Readonly<
  | ({ mode: 'generate' } & Omit<SdkTranscriptionRequest, 'abortSignal'>)
  | ({ mode: 'generate' } & Omit<SdkTranscriptionUrlRequest, 'abortSignal'>)
  | ({ mode: 'stream'; audio: readonly (Uint8Array | string)[] } & Omit<
      SdkTranscriptionStreamRequest,
      'abortSignal' | 'audio'
    >)
>

export interface TranscriptionTypes extends KindTypes {
  readonly answer: TranscriptionAnswer
  readonly parsed: Readonly<Transcript>
  readonly call: TranscriptionCall
  readonly asked: TranscriptionCall
  readonly model: SdkTranscriptionModel
  readonly limits: {}
}

/** A scripted transcription model. */
export type ScriptedTranscriptionModel = ScriptedModelOf<TranscriptionTypes>

const howToWrite = "A transcript is its text ('Hello.') or `{ text, segments, words, language, durationInSeconds }`."

export const transcriptions: KindDefinition<TranscriptionTypes> = {
  kind: 'transcriptionModel',
  scripted: 'scriptedTranscriptions',
  parse: parseTranscript,
  describe: ({ text }) => `transcript ${quoted(text)}`,
  tellAsked: ({ mode }) => ({ words: mode === 'stream' ? 'for a stream of audio' : 'for a piece of audio' }),
  create: (player, { modelId, provider }) =>
    new MockTranscriptionModelV4({
      modelId,
      provider,
      doGenerate: (request) => transcribe(player, request, modelId),
      // Without it the SDK would fetch the audio itself, and a test would reach into the network.
      doGenerateFromUrl: (request) => transcribe(player, request, modelId),
      async doStream(request) {
        const { abortSignal, audio } = request
        const heard: (Uint8Array | string)[] = []
        const call = player.record({ ...request, mode: 'stream', audio: heard })
        // The snapshot fills while the audio is read: it is what the model has heard.
        Object.assign(call, { audio: heard })
        const transcript = await player.answer(call, abortSignal)
        return {
          stream: answerStream(streamParts(transcript, modelId), {
            input: audio,
            onItem: (chunk) => heard.push(typeof chunk === 'string' ? chunk : Uint8Array.from(chunk)),
            signal: abortSignal,
          }),
        }
      },
      // It is one: no member of it is undefined.
    }) as SdkTranscriptionModel,
}

/** A transcription model that gives one transcript for each call. Throws InvalidStepError, a TypeError, for what is none. */
export function scriptedTranscriptions(
  answers: Answers<TranscriptionAnswer, TranscriptionCall>,
  options: ScriptedAnswersOptions = {},
): ScriptedTranscriptionModel {
  return scriptModel(transcriptions, answers, options)
}

function parseTranscript(value: unknown, place: Place): Readonly<Transcript> | undefined {
  if (typeof value === 'string') return { text: value }
  const { path, problems } = place
  if (!isPlainObject(value) || typeof value['text'] !== 'string') {
    problems.push({ path, found: describeValue(value), fix: howToWrite })
    return undefined
  }
  const before = problems.length
  refuseUnknownKeys(value, ['text', 'segments', 'words', 'language', 'durationInSeconds'], place)
  const segments = parseSegments(value, 'segments', place)
  const words = parseSegments(value, 'words', place)
  const language = parseText(value, 'language', place)
  const durationInSeconds = parseSeconds(value, 'durationInSeconds', place)
  if (problems.length > before) return undefined
  return {
    text: value['text'],
    ...(segments === undefined ? {} : { segments }),
    ...(words === undefined ? {} : { words }),
    ...(language === undefined ? {} : { language }),
    ...(durationInSeconds === undefined ? {} : { durationInSeconds }),
  }
}

function parseSegments(
  value: Record<string, unknown>,
  key: string,
  place: Place,
): readonly TranscriptSegment[] | undefined {
  const fix = 'Give a list of `{ text, startSecond, endSecond }`.'
  return parseKey(value, { key, place, fix }, isSegments)?.map((segment) => ({ ...segment }))
}

function isSegments(value: unknown): value is readonly TranscriptSegment[] {
  return (
    Array.isArray(value) &&
    Array.from<unknown>(value).every(
      (segment) =>
        isPlainObject(segment) &&
        typeof segment['text'] === 'string' &&
        Number.isFinite(segment['startSecond']) &&
        Number.isFinite(segment['endSecond']),
    )
  )
}

async function transcribe(
  player: AnswerPlayer<TranscriptionTypes>,
  request: SdkTranscriptionRequest | SdkTranscriptionUrlRequest,
  modelId: string,
): Promise<SdkTranscriptionResult> {
  const call = player.record({ ...request, mode: 'generate' })
  const { text, segments = [], words, language, durationInSeconds } = await player.answer(call, request.abortSignal)
  return {
    text,
    segments: segments.map((segment) => ({ ...segment })),
    ...(words === undefined ? {} : { words: words.map((word) => ({ ...word })) }),
    language,
    durationInSeconds,
    warnings: [],
    response: { timestamp: noTime(), modelId },
  }
}

// Each segment as it is heard and then as it is final; without segments, the text is one.
function streamParts(
  { text, segments = [], language, durationInSeconds }: Readonly<Transcript>,
  modelId: string,
): { parts: SdkTranscriptionStreamPart[]; last: SdkTranscriptionStreamPart } {
  const pieces: { text: string; startSecond?: number; endSecond?: number }[] =
    segments.length > 0 ? segments.map((segment) => ({ ...segment })) : text === '' ? [] : [{ text }]
  return {
    parts: [
      { type: 'stream-start', warnings: [] },
      { type: 'response-metadata', timestamp: noTime(), modelId },
      ...pieces.flatMap((piece, index): SdkTranscriptionStreamPart[] => [
        { type: 'transcript-delta', id: String(index + 1), delta: piece.text },
        { type: 'transcript-final', id: String(index + 1), ...piece },
      ]),
    ],
    last: {
      type: 'finish',
      text,
      segments: segments.map((segment) => ({ ...segment })),
      ...(language === undefined ? {} : { language }),
      ...(durationInSeconds === undefined ? {} : { durationInSeconds }),
    },
  }
}
