/**
 * Scripted speech: one piece of audio for each call, whole or as a stream. Knows no audio format.
 */
import { convertArrayToReadableStream, Experimental_MockStreamingSpeechModelV4 } from 'ai/test'
import { describeValue } from '../grammar/describe-value.js'
import { isPlainObject } from '../grammar/plain-object.js'
import type {
  AudioFormat,
  SdkSpeechRequest,
  SdkSpeechStreamPart,
  SdkSpeechStreamRequest,
  SpeechTextPart,
} from '../sdk-types.js'
import type { Answers } from './answers.js'
import { copyMedia, type Media, parseMedia } from './media.js'
import type { KindDefinition, KindTypes, Place } from './model-kind.js'
import { refuseUnknownKeys } from './object-answer.js'
import { type ScriptedAnswersOptions, type ScriptedModelOf, scriptModel } from './play-script.js'
import { noTime } from './response.js'
import { readAll } from './streams.js'
import { quoted } from '../quoted.js'

/** Audio as base64 or bytes; for streams with its format, where that is not the one that is asked for. */
export type SpeechAnswer = Media | { audio: Media; audioFormat?: AudioFormat }

/** What a speech model was sent. Of a stream, `text` is all that was streamed to it, and `textParts` are its pieces. */
export type SpeechCall = Readonly<
  | ({ mode: 'generate' } & Omit<SdkSpeechRequest, 'abortSignal'>)
  | ({ mode: 'stream'; text: string; textParts: readonly SpeechTextPart[] } & Omit<
      SdkSpeechStreamRequest,
      'abortSignal' | 'text'
    >)
>

interface ParsedSpeech {
  readonly audio: Media
  readonly audioFormat: AudioFormat | undefined
}

export interface SpeechTypes extends KindTypes {
  readonly answer: SpeechAnswer
  readonly parsed: ParsedSpeech
  readonly call: SpeechCall
  readonly asked: SpeechCall
  readonly model: Experimental_MockStreamingSpeechModelV4
  readonly limits: {}
}

/** A scripted speech model. */
export type ScriptedSpeechModel = ScriptedModelOf<SpeechTypes>

const howToWrite = 'Audio is base64 or a Uint8Array, neither of them empty, or `{ audio, audioFormat }`.'

export const speech: KindDefinition<SpeechTypes> = {
  kind: 'speechModel',
  scripted: 'scriptedSpeech',
  parse: parseSpeech,
  describe: () => 'audio',
  tellAsked: ({ text }) => ({ words: `for speech of ${quoted(text)}` }),
  create: (player, { modelId, provider }) =>
    new Experimental_MockStreamingSpeechModelV4({
      modelId,
      provider,
      async doGenerate(request) {
        const call = player.record({ ...request, mode: 'generate' })
        const { audio } = await player.answer(call, request.abortSignal)
        return { audio: copyMedia(audio), warnings: [], response: { timestamp: noTime(), modelId } }
      },
      async doStream(request) {
        const { abortSignal, text, outputFormat } = request
        abortSignal?.throwIfAborted()
        // Read first: what is said depends on all of the text, and a test reads it in `calls`.
        const textParts = await readAll(text, abortSignal)
        const spoken = textParts.map((part) => part.text).join('')
        const call = player.record({ ...request, mode: 'stream', text: spoken, textParts })
        const answer = await player.answer(call, abortSignal)
        return { stream: convertArrayToReadableStream(streamParts(answer, outputFormat, modelId)) }
      },
    }),
}

/** A speech model that gives one piece of audio for each call. Throws InvalidStepError, a TypeError, for what is none. */
export function scriptedSpeech(
  answers: Answers<SpeechAnswer, SpeechCall>,
  options: ScriptedAnswersOptions = {},
): ScriptedSpeechModel {
  return scriptModel(speech, answers, options)
}

function parseSpeech(value: unknown, place: Place): ParsedSpeech | undefined {
  if (!isPlainObject(value)) {
    const audio = parseMedia(value, place, howToWrite)
    return audio === undefined ? undefined : { audio, audioFormat: undefined }
  }
  refuseUnknownKeys(value, ['audio', 'audioFormat'], place)
  const { path, problems } = place
  const audio = parseMedia(value['audio'], { path: `${path}.audio`, problems }, howToWrite)
  const { audioFormat } = value
  if (audioFormat !== undefined && !isAudioFormat(audioFormat)) {
    problems.push({
      path: `${path}.audioFormat`,
      found: describeValue(audioFormat),
      fix: "Give a media type: `{ type: 'audio/mpeg' }`.",
    })
    return undefined
  }
  return audio === undefined ? undefined : { audio, audioFormat }
}

function isAudioFormat(value: unknown): value is AudioFormat {
  if (!isPlainObject(value) || typeof value['type'] !== 'string') return false
  return value['rate'] === undefined || typeof value['rate'] === 'number'
}

function streamParts(
  { audio, audioFormat }: ParsedSpeech,
  outputFormat: AudioFormat | undefined,
  modelId: string,
): SdkSpeechStreamPart[] {
  const format = audioFormat ?? outputFormat ?? { type: 'audio/mpeg' }
  return [
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', timestamp: noTime(), modelId },
    { type: 'audio', audio: copyMedia(audio), audioFormat: { ...format } },
    { type: 'finish', usage: { inputCharacters: 0, inputTokens: 0, outputTokens: 0 } },
  ]
}
