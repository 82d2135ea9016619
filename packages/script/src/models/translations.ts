/**
 * Scripted translations of speech: one for each call, as a stream of text, audio or both. Never hears the audio.
 */
import { Experimental_MockSpeechTranslationModelV4 } from 'ai/test'
import { describeValue } from '../grammar/describe-value.js'
import { isPlainObject } from '../grammar/plain-object.js'
import type { SdkTranslationRequest, SdkTranslationStreamPart } from '../sdk-types.js'
import type { Answers } from './answers.js'
import { copyMedia, type Media, parseMedia } from './media.js'
import type { KindDefinition, KindTypes, Place } from './model-kind.js'
import { parseSeconds, parseText, refuseUnknownKeys } from './object-answer.js'
import { type ScriptedAnswersOptions, type ScriptedModelOf, scriptModel } from './play-script.js'
import { noTime } from './response.js'
import { answerStream } from './streams.js'
import { quoted } from '../quoted.js'

/** A translation: its text, its audio, or both. */
export interface Translation {
  text?: string
  audio?: Media
  /** What was said, in its own language. */
  sourceText?: string
  durationInSeconds?: number
}

/** The text of a translation, or more of it. */
export type TranslationAnswer = string | Translation

/** What a translation model was sent. `audio` holds the chunks that have been read so far. */
export type TranslationCall = Readonly<
  { audio: readonly (Uint8Array | string)[] } & Omit<SdkTranslationRequest, 'abortSignal' | 'audio'>
>

export interface TranslationTypes extends KindTypes {
  readonly answer: TranslationAnswer
  readonly parsed: Readonly<Translation>
  readonly call: TranslationCall
  readonly asked: TranslationCall
  readonly model: Experimental_MockSpeechTranslationModelV4
  readonly limits: {}
}

/** A scripted translation model. */
export type ScriptedTranslationModel = ScriptedModelOf<TranslationTypes>

const howToWrite =
  "A translation is its text ('Hola.'), not empty, or `{ text, audio, sourceText, durationInSeconds }`."

export const translations: KindDefinition<TranslationTypes> = {
  kind: 'translationModel',
  scripted: 'scriptedTranslations',
  parse: parseTranslation,
  describe: ({ text }) => (text === undefined ? 'translation as audio' : `translation ${quoted(text)}`),
  tellAsked: ({ targetLanguage }) => ({ words: `for a translation into ${quoted(targetLanguage)}` }),
  create: (player, { modelId, provider }) =>
    new Experimental_MockSpeechTranslationModelV4({
      modelId,
      provider,
      async doStream(request) {
        const { abortSignal, audio } = request
        const heard: (Uint8Array | string)[] = []
        const call = player.record({ ...request, audio: heard })
        // The snapshot fills while the audio is read: it is what the model has heard.
        Object.assign(call, { audio: heard })
        const translation = await player.answer(call, abortSignal)
        return {
          stream: answerStream(streamParts(translation, modelId), {
            input: audio,
            onItem: (chunk) => heard.push(typeof chunk === 'string' ? chunk : Uint8Array.from(chunk)),
            signal: abortSignal,
          }),
        }
      },
    }),
}

/** A translation model that gives one translation for each call. Throws InvalidStepError, a TypeError, for what is none. */
export function scriptedTranslations(
  answers: Answers<TranslationAnswer, TranslationCall>,
  options: ScriptedAnswersOptions = {},
): ScriptedTranslationModel {
  return scriptModel(translations, answers, options)
}

function parseTranslation(value: unknown, place: Place): Readonly<Translation> | undefined {
  const { path, problems } = place
  if (typeof value === 'string' && value !== '') return { text: value }
  if (!isPlainObject(value)) {
    problems.push({ path, found: value === '' ? 'an empty text' : describeValue(value), fix: howToWrite })
    return undefined
  }
  const before = problems.length
  refuseUnknownKeys(value, ['text', 'audio', 'sourceText', 'durationInSeconds'], place)
  const text = parseText(value, 'text', place)
  const audio =
    value['audio'] === undefined
      ? undefined
      : parseMedia(value['audio'], { path: `${path}.audio`, problems }, howToWrite)
  const sourceText = parseText(value, 'sourceText', place)
  const durationInSeconds = parseSeconds(value, 'durationInSeconds', place)
  if (problems.length > before) return undefined
  if ((text ?? '') === '' && audio === undefined) {
    problems.push({ path, found: 'a translation without text and audio', fix: 'Give one of them, or both.' })
    return undefined
  }
  return {
    ...(text === undefined ? {} : { text }),
    ...(audio === undefined ? {} : { audio }),
    ...(sourceText === undefined ? {} : { sourceText }),
    ...(durationInSeconds === undefined ? {} : { durationInSeconds }),
  }
}

// What was said, then its translation: text as it comes, its audio, and the text once it is final.
function streamParts(
  { text = '', audio, sourceText = '', durationInSeconds }: Readonly<Translation>,
  modelId: string,
): { parts: SdkTranslationStreamPart[]; last: SdkTranslationStreamPart } {
  const parts: SdkTranslationStreamPart[] = [
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', timestamp: noTime(), modelId },
  ]
  if (sourceText !== '') {
    parts.push(
      { type: 'source-transcript-delta', id: '1', delta: sourceText },
      { type: 'source-transcript-final', id: '1', text: sourceText },
    )
  }
  if (text !== '') parts.push({ type: 'output-text-delta', id: '1', delta: text })
  if (audio !== undefined) parts.push({ type: 'audio', id: '1', audio: copyMedia(audio) })
  if (text !== '') parts.push({ type: 'output-text-final', id: '1', text })
  return {
    parts,
    last: {
      type: 'finish',
      sourceText,
      outputText: text,
      ...(durationInSeconds === undefined ? {} : { durationInSeconds }),
      usage: {
        inputAudioSeconds: 0,
        inputAudioTokens: 0,
        outputAudioTokens: 0,
        inputTextTokens: 0,
        outputTextTokens: 0,
      },
    },
  }
}
