/**
 * Scripted images: one entry for each call, of as many images as it asks for. Knows no image format.
 */
import { MockImageModelV4 } from 'ai/test'
import type { SdkImageModel, SdkImageRequest, SdkImageResult } from '../sdk-types.js'
import type { Answers } from './answers.js'
import { copyMedia, type Media, parseMedia, parseMediaList } from './media.js'
import type { KindDefinition } from './model-kind.js'
import { type ScriptedAnswersOptions, type ScriptedModelOf, scriptModel } from './play-script.js'
import { noTime } from './response.js'
import { type CountedTypes, SplitCalls } from './split-calls.js'
import { quoted } from '../quoted.js'

/** The images of one call: base64 or bytes, and a list of these for several. */
export type ImageAnswer = Media | readonly Media[]

/** What an image model was sent. */
export type ImageCall = Readonly<Omit<SdkImageRequest, 'abortSignal'>>

/** What an image model says that it can make. */
export interface ImageLimits {
  /** How many images the SDK may ask for in one call; any number unless given. */
  readonly maxImagesPerCall?: number
}

export interface ImageTypes extends CountedTypes<Media> {
  readonly answer: ImageAnswer
  readonly parsed: readonly Media[]
  readonly call: ImageCall
  readonly asked: ImageCall
  readonly model: SdkImageModel
  /** `total` is how many images the whole call of the app asks for, where the model plays that call alone. */
  readonly limits: ImageLimits & { readonly total?: number }
}

/** A scripted image model. */
export type ScriptedImageModel = ScriptedModelOf<ImageTypes>

const howToWrite =
  "An image is base64 ('iVBORw0…') or a Uint8Array, neither of them empty; several are a list of these."

export const images: KindDefinition<ImageTypes> = {
  kind: 'imageModel',
  scripted: 'scriptedImages',
  limits: ['maxImagesPerCall'],
  parse: (value, place) => parseMediaList(value, place, (item, at) => parseMedia(item, at, howToWrite)),
  describe: ({ length }) => (length === 1 ? '1 image' : `${length} images`),
  tellAsked: ({ n, prompt }) => ({
    words: `for ${n === 1 ? 'an image' : `${n} images`} of ${prompt === undefined ? 'no prompt' : quoted(prompt)}`,
  }),
  create(player, { modelId, provider }, { maxImagesPerCall = Number.MAX_SAFE_INTEGER, total }) {
    const calls = new SplitCalls<Media, ImageTypes>(player, { noun: 'images', total })
    return new MockImageModelV4({
      modelId,
      provider,
      // Not Infinity, by which the SDK divides: it would make no call at all.
      maxImagesPerCall,
      async doGenerate(request) {
        const drawn = await calls.take(request, player.record(request))
        return {
          // The SDK takes each by itself, whatever the others are.
          images: drawn.map(copyMedia) as SdkImageResult['images'],
          warnings: [],
          response: { timestamp: noTime(), modelId, headers: undefined },
          usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
        }
      },
      // It is one, but for the members that it has and writes as undefined.
    }) as SdkImageModel
  },
}

/**
 * An image model that gives one entry for each call, however the SDK splits it. Throws InvalidStepError, a TypeError, for
 * what is no image, and for an entry without any: the SDK would wait and ask again.
 */
export function scriptedImages(
  answers: Answers<ImageAnswer, ImageCall>,
  options: ScriptedAnswersOptions & ImageLimits = {},
): ScriptedImageModel {
  return scriptModel(images, answers, options)
}
