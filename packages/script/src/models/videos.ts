/**
 * Scripted videos: one entry for each call, of as many videos as it asks for. Knows no video format.
 */
import { MockVideoModelV4 } from 'ai/test'
import { describeValue } from '../grammar/describe-value.js'
import { isPlainObject } from '../grammar/plain-object.js'
import type { SdkVideo, SdkVideoModel, SdkVideoRequest } from '../sdk-types.js'
import type { Answers } from './answers.js'
import { copyMedia, type Media, parseMedia, parseMediaList } from './media.js'
import type { KindDefinition, Place } from './model-kind.js'
import { refuseUnknownKeys } from './object-answer.js'
import { type ScriptedAnswersOptions, type ScriptedModelOf, scriptModel } from './play-script.js'
import { noTime } from './response.js'
import { type CountedTypes, SplitCalls } from './split-calls.js'
import { quoted } from '../quoted.js'

/** One video: base64 or bytes, with its media type where it is not `video/mp4`. */
export type Video = Media | { data: Media; mediaType?: string }

/** The videos of one call: a video, and a list of these for several. */
export type VideoAnswer = Video | readonly Video[]

/** What a video model was sent. */
export type VideoCall = Readonly<Omit<SdkVideoRequest, 'abortSignal'>>

/** What a video model says that it can make. */
export interface VideoLimits {
  /** How many videos the SDK may ask for in one call; any number unless given. */
  readonly maxVideosPerCall?: number
}

interface ParsedVideo {
  readonly data: Media
  readonly mediaType: string
}

export interface VideoTypes extends CountedTypes<ParsedVideo> {
  readonly answer: VideoAnswer
  readonly parsed: readonly ParsedVideo[]
  readonly call: VideoCall
  readonly asked: VideoCall
  readonly model: SdkVideoModel
  /** `total` is how many videos the whole call of the app asks for, where the model plays that call alone. */
  readonly limits: VideoLimits & { readonly total?: number }
}

/** A scripted video model. */
export type ScriptedVideoModel = ScriptedModelOf<VideoTypes>

const howToWrite =
  'A video is base64 or a Uint8Array, neither of them empty, or `{ data, mediaType }`; several are a list of these.'

export const videos: KindDefinition<VideoTypes> = {
  kind: 'videoModel',
  scripted: 'scriptedVideos',
  limits: ['maxVideosPerCall'],
  parse: (value, place) => parseMediaList(value, place, parseVideo),
  describe: ({ length }) => (length === 1 ? '1 video' : `${length} videos`),
  tellAsked: ({ n, prompt }) => ({
    words: `for ${n === 1 ? 'a video' : `${n} videos`} of ${prompt === undefined ? 'no prompt' : quoted(prompt)}`,
  }),
  create(player, { modelId, provider }, { maxVideosPerCall = Number.MAX_SAFE_INTEGER, total }) {
    const calls = new SplitCalls<ParsedVideo, VideoTypes>(player, { noun: 'videos', total })
    return new MockVideoModelV4({
      modelId,
      provider,
      // Not Infinity, by which the SDK divides: it would make no call at all.
      maxVideosPerCall,
      async doGenerate(request) {
        const drawn = await calls.take(request, player.record(request))
        return {
          videos: drawn.map(sdkVideo),
          warnings: [],
          response: { timestamp: noTime(), modelId, headers: undefined },
        }
      },
      // It is one, but for the members that it has and writes as undefined.
    }) as SdkVideoModel
  },
}

/**
 * A video model that gives one entry for each call, however the SDK splits it. Throws InvalidStepError, a TypeError, for
 * what is no video, and for an entry without any.
 */
export function scriptedVideos(
  answers: Answers<VideoAnswer, VideoCall>,
  options: ScriptedAnswersOptions & VideoLimits = {},
): ScriptedVideoModel {
  return scriptModel(videos, answers, options)
}

function parseVideo(value: unknown, place: Place): ParsedVideo | undefined {
  if (!isPlainObject(value)) {
    const data = parseMedia(value, place, howToWrite)
    return data === undefined ? undefined : { data, mediaType: 'video/mp4' }
  }
  refuseUnknownKeys(value, ['data', 'mediaType'], place)
  const { path, problems } = place
  const data = parseMedia(value['data'], { path: `${path}.data`, problems }, howToWrite)
  const { mediaType = 'video/mp4' } = value
  if (typeof mediaType === 'string' && mediaType !== '') return data === undefined ? undefined : { data, mediaType }
  problems.push({ path: `${path}.mediaType`, found: describeValue(mediaType), fix: "Give a string: `'video/webm'`." })
  return undefined
}

function sdkVideo({ data, mediaType }: ParsedVideo): SdkVideo {
  const content = copyMedia(data)
  return typeof content === 'string'
    ? { type: 'base64', data: content, mediaType }
    : { type: 'binary', data: content, mediaType }
}
