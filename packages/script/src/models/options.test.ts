import { expect, test } from 'bun:test'
import {
  scriptedEmbeddings,
  scriptedEvaluations,
  scriptedExtractions,
  scriptedImages,
  scriptedRerankings,
  scriptedSpeech,
  scriptedTranscriptions,
  scriptedTranslations,
  scriptedVideos,
  TestSetupError,
} from '../index.js'

const scripted = {
  scriptedEmbeddings,
  scriptedEvaluations,
  scriptedExtractions,
  scriptedImages,
  scriptedRerankings,
  scriptedSpeech,
  scriptedTranscriptions,
  scriptedTranslations,
  scriptedVideos,
}

/** As JavaScript allows. */
type Loose = (answers: readonly never[], options: unknown) => unknown

test.each(Object.entries(scripted))('%s refuses options that it does not have, with the nearest', (name, script) => {
  const loose = script as Loose
  for (const options of [null, 'embedder', [], 5]) {
    expect(() => loose([], options)).toThrow(TestSetupError)
    expect(() => loose([], options)).toThrow(`${name}() takes an object of options`)
  }
  expect(() => loose([], { nam: 'embedder' })).toThrow(`${name}() was given the option "nam"`)
  expect(() => loose([], { nam: 'embedder' })).toThrow('Did you mean "name"?')
  expect(() => loose([], { name: 'embedder' })).not.toThrow()
})

test('the limits of a kind are its own', () => {
  expect(() => scriptedImages([], { maxImagesPerCall: 2 })).not.toThrow()
  expect(() => (scriptedSpeech as Loose)([], { maxImagesPerCall: 2 })).toThrow(TestSetupError)
})
