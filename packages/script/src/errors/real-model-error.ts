/**
 * The error for a real model that was asked where only scripted ones may be. Knows how that is told; the guard knows when.
 */
import type { GuardedCall, GuardedKind } from '../guard/model-guard.js'
import { codeText, oneLine, quotedName } from '../quoted.js'

/** A real model was asked while real models are forbidden. The SDK does not retry it. */
export class RealModelError extends Error implements GuardedCall {
  readonly code = 'REAL_MODEL'
  readonly kind: GuardedKind | undefined
  readonly provider: string
  readonly modelId: string | undefined
  readonly way: GuardedCall['way']
  readonly endpoint: string | undefined

  /** `fix` says what to do about it, where that is not to script a model of this package. */
  constructor(call: GuardedCall, fix: string = howToScript(call)) {
    super(`${whatHappened(call)} ${whatIsKnown(call)} ${fix}`)
    this.name = 'RealModelError'
    this.kind = call.kind
    this.provider = call.provider
    this.modelId = call.modelId
    this.way = call.way
    this.endpoint = call.endpoint
  }

  /** Says that the call was made all the same: neither the SDK nor the network let anybody stop it. */
  wasMade(): void {
    this.message += ' It could not be stopped, and has answered.'
  }
}

function whatHappened({ kind, provider, modelId, endpoint }: GuardedCall): string {
  const model = modelId === undefined ? '' : ` ${quotedName(modelId)}`
  const asked = kind === 'batch' ? 'batch of calls' : kind === undefined ? 'model' : `${kind} model`
  const where = endpoint === undefined ? `provider ${quotedName(provider)}` : oneLine(endpoint)
  return `A real ${asked} was asked:${model}${model && ' of'} ${where}.`
}

function whatIsKnown({ way }: GuardedCall): string {
  return `${noticed[way]}; real models are forbidden here, and scripted models and the mocks of ai/test answer.`
}

function howToScript({ kind, way, modelId }: GuardedCall): string {
  const byId = `Script it by its id: using models = fakeModels(), then models.respond(${codeText(modelId ?? '…')}, ['Hi.']).`
  const scripted =
    way === 'default-provider' && kind === 'language' ? byId : `Script it: ${scripts[kind ?? 'language']}.`
  // The SDK tells of a model its provider alone.
  return `${scripted} Your own double of a model passes with provider: 'scripted'.`
}

const noticed = {
  telemetry: 'The SDK told of it as it began',
  'default-provider': "Its id was resolved by the SDK's default provider",
  fetch: 'The request was held back',
  websocket: 'The connection was held back',
} as const

const scripts: Readonly<Record<GuardedKind, string>> = {
  language: "model: scriptedModel(['Hi.'])",
  batch: "generateText({ model: scriptedModel(['Hi.']), … })",
  embedding: 'model: scriptedEmbeddings([[0.1, 0.2]])',
  reranking: 'model: scriptedRerankings([[1, 0]])',
  decision: "model: scriptedEvaluations([{ category: 'billing' }])",
  image: "model: scriptedImages(['aGk='])",
  speech: "model: scriptedSpeech(['aGk='])",
  transcription: "model: scriptedTranscriptions(['Hi.'])",
  video: "model: scriptedVideos(['aGk='])",
  extraction: "model: scriptedExtractions([{ total: '12.50' }])",
  translation: "model: scriptedTranslations([{ text: 'Hallo.' }])",
}
