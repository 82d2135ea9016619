import { describe, expect, test } from 'bun:test'
import { experimental_generateVideo, generateImage } from 'ai'
import {
  AnswersExhaustedError,
  apiError,
  ImpossibleAnswerError,
  InvalidStepError,
  parseAnswers,
  playAnswers,
  scriptedImages,
  scriptedVideos,
} from '../index.js'
import { rejection } from '../test-models.js'

const busy = apiError({ status: 503 })

/** Images and videos follow the same rules for how many are asked for. */
const kinds = [
  {
    kind: 'imageModel',
    scripted: scriptedImages,
    generate: async (model: ReturnType<typeof scriptedImages>, n: number, perCall?: number) =>
      (
        await generateImage({
          model,
          prompt: 'a fox',
          n,
          ...(perCall === undefined ? {} : { maxImagesPerCall: perCall }),
        })
      ).images.map(({ base64 }) => base64),
  },
  {
    kind: 'videoModel',
    scripted: scriptedVideos,
    generate: async (model: ReturnType<typeof scriptedVideos>, n: number, perCall?: number) =>
      (
        await experimental_generateVideo({
          model,
          prompt: 'a fox',
          n,
          ...(perCall === undefined ? {} : { maxVideosPerCall: perCall }),
        })
      ).videos.map(({ base64 }) => base64),
  },
] as const

describe.each(kinds)('a scripted $kind', ({ kind, scripted, generate }) => {
  // One row's function takes the model that the same row makes.
  const make = (answers: unknown): ReturnType<typeof scriptedImages> & ReturnType<typeof scriptedVideos> =>
    scripted(answers as never) as never

  test('gives any number in one call, by default', async () => {
    const model = make([['AAAA', 'BBBB', 'CCCC'], 'DDDD'])
    expect(await generate(model, 3)).toEqual(['AAAA', 'BBBB', 'CCCC'])
    expect(await generate(model, 1)).toEqual(['DDDD'])
    expect(model.calls.map(({ n }) => n)).toEqual([3, 1])
  })

  test.each([1, 2, 3, 4])('gives one entry in order where the app splits it (%i a call)', async (perCall) => {
    const model = make([['AAAA', 'BBBB', 'CCCC', 'DDDD'], 'EEEE'])
    expect(await generate(model, 4, perCall)).toEqual(['AAAA', 'BBBB', 'CCCC', 'DDDD'])
    expect(model.calls).toHaveLength(Math.ceil(4 / perCall))
    expect(model.remaining).toBe(1)
    expect(await generate(model, 1)).toEqual(['EEEE'])
  })

  test.each([
    [1, ['AAAA', 'BBBB'], undefined],
    [3, ['AAAA', 'BBBB'], undefined],
    [2, 'AAAA', undefined],
    [3, ['AAAA', 'BBBB'], 1],
    [3, ['AAAA', 'BBBB', 'CCCC', 'DDDD'], 2],
  ])('refuses %i asked for with %j (%p a call), before any is given', async (n, entry, perCall) => {
    const model = make([entry, 'EEEE'])
    const error = await rejection(generate(model, n, perCall))
    expect(error).toBeInstanceOf(ImpossibleAnswerError)
    expect(error).toMatchObject({ kind, path: `${kind.slice(0, 5)}s`, detail: expect.stringContaining(`${n} `) })
    expect(await generate(model, 1)).toEqual(['EEEE'])
  })

  test('fails as a whole where it is split, and is retried in order', async () => {
    const model = make([{ error: busy, then: ['AAAA', 'BBBB'] }, 'CCCC'])
    expect(await generate(model, 2, 1)).toEqual(['AAAA', 'BBBB'])
    expect(model.calls).toHaveLength(4)
    expect(await generate(model, 1)).toEqual(['CCCC'])
  })

  test('takes one entry for each of several calls at once', async () => {
    const model = make([['AAAA', 'BBBB'], 'CCCC', ['DDDD', 'EEEE']])
    expect(await Promise.all([generate(model, 2, 1), generate(model, 1, 1), generate(model, 2, 1)])).toEqual([
      ['AAAA', 'BBBB'],
      ['CCCC'],
      ['DDDD', 'EEEE'],
    ])
  })

  test('asks its function for each part of a call', async () => {
    const asked: unknown[] = []
    const model = make((call: { n: number }) => {
      asked.push(call)
      return Array.from({ length: call.n }, () => 'AAAA')
    })
    expect(await generate(model, 3, 2)).toEqual(['AAAA', 'AAAA', 'AAAA'])
    expect(asked).toEqual([...model.calls])
    expect(
      await rejection(
        generate(
          make(() => 'AAAA'),
          2,
        ),
      ),
    ).toBeInstanceOf(ImpossibleAnswerError)
  })

  test('is refused with an entry that is empty when it is scripted, and what is scripted already is kept', async () => {
    const model = make(['AAAA'])
    expect(() => make([[], ['AAAA']])).toThrow(InvalidStepError)
    expect(() => make([[], ['AAAA']])).toThrow('answer 1 is an empty list')
    expect(await generate(model, 1)).toEqual(['AAAA'])
    expect(model.calls).toHaveLength(1)
  })

  test('plays one call of the app whose total is known', async () => {
    const play = (entry: unknown, total: number) => playAnswers(kind, parseAnswers(kind, [entry]), { total })
    // The row's function takes a model of its kind.
    const ask = async (entry: unknown, total: number) => generate(play(entry, total) as never, 3, 2)
    expect(await ask(['AAAA', 'BBBB', 'CCCC'], 3)).toEqual(['AAAA', 'BBBB', 'CCCC'])
    expect(await rejection(ask(['AAAA', 'BBBB'], 3))).toBeInstanceOf(ImpossibleAnswerError)
    expect(await rejection(ask({ error: busy }, 3))).toBeInstanceOf(Error)
    expect(await ask({ error: busy, then: ['AAAA', 'BBBB', 'CCCC'] }, 3)).toEqual(['AAAA', 'BBBB', 'CCCC'])
    const model = play(['AAAA', 'BBBB', 'CCCC'], 3) as never
    await generate(model, 3)
    expect(await rejection(generate(model, 3))).toBeInstanceOf(AnswersExhaustedError)
  })
})

describe('scripted images', () => {
  test('are the bytes that were scripted, whatever becomes of those', async () => {
    const bytes = Buffer.from([1, 2, 3])
    const model = scriptedImages([bytes, [Uint8Array.of(1), 'AAAA']])
    bytes[0] = 9
    expect((await generateImage({ model, prompt: 'a' })).image.uint8Array).toEqual(Uint8Array.of(1, 2, 3))
    expect((await generateImage({ model, prompt: 'a', n: 2 })).images.map((image) => image.base64)).toEqual([
      'AQ==',
      'AAAA',
    ])
  })

  test('keep what was asked', async () => {
    const model = scriptedImages(['AAAA'])
    await generateImage({ model, prompt: { text: 'a', images: [Uint8Array.of(1)] }, size: '1x1', seed: 5 })
    expect(model.calls).toMatchObject([{ prompt: 'a', n: 1, size: '1x1', seed: 5, files: [{ type: 'file' }] }])
  })

  test('may have a limit of the model itself', async () => {
    const model = scriptedImages([['AAAA', 'BBBB', 'CCCC']], { maxImagesPerCall: 2 })
    expect((await generateImage({ model, prompt: 'a', n: 3 })).images).toHaveLength(3)
    expect(model.calls.map(({ n }) => n)).toEqual([2, 1])
  })

  test('name the model and what was asked past their end', async () => {
    const model = scriptedImages([], { name: 'painter' })
    expect(await rejection(generateImage({ model, prompt: 'a fox', n: 2 }))).toMatchObject({
      label: 'Model "painter"',
      asked: 'for 2 images of "a fox"',
    })
  })
})
