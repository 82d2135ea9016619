/**
 * The hook for string ids: stands before the SDK's default provider, so that `model: 'openai/gpt-5'` is asked about
 * before the real model is, or is answered by whoever stands in. Models that the app holds as objects never come by here.
 */
import { gateway } from 'ai'
import { isScriptedModel } from './is-scripted.js'
import { AmbiguousFakeError } from '../errors/ambiguous-fake-error.js'
import { FakeEndedError } from '../errors/fake-ended-error.js'
import { fakeModelsWords } from '../fake/prompted.js'
import { findStandIn, refusalOf } from './live-guards.js'
import type { GuardedKind } from './model-guard.js'
import { replaceGlobal } from './replaced-global.js'
import { refusalOfRunningCall } from './telemetry-hook.js'
import { quotedName } from '../quoted.js'

type DefaultProvider = NonNullable<typeof globalThis.AI_SDK_DEFAULT_PROVIDER>

/** What a provider makes models with, in every version of its specification, and batches of calls. */
const factories: ReadonlyMap<string, GuardedKind> = new Map([
  ['languageModel', 'language'],
  ['embeddingModel', 'embedding'],
  ['textEmbeddingModel', 'embedding'],
  ['rerankingModel', 'reranking'],
  ['decisionModel', 'decision'],
  ['evaluationModel', 'decision'],
  ['imageModel', 'image'],
  ['speechModel', 'speech'],
  ['transcriptionModel', 'transcription'],
  ['videoModel', 'video'],
  ['extractionModel', 'extraction'],
  ['speechTranslationModel', 'translation'],
  ['experimental_batch', 'batch'],
])

/** Guards the default provider, the app's own or the gateway, and whichever is assigned meanwhile. The result ends that. */
export function guardDefaultProvider(): () => void {
  let own = globalThis.AI_SDK_DEFAULT_PROVIDER
  // Code that puts back what it read before puts back a guarded provider; what it means is the provider behind that.
  const behind = new WeakMap<DefaultProvider, { readonly own: DefaultProvider | undefined }>()
  const guard = (): DefaultProvider => {
    const provider = guardProvider(own ?? gateway)
    behind.set(provider, { own })
    return provider
  }
  let guarded = guard()
  const end = replaceGlobal<DefaultProvider | undefined>('AI_SDK_DEFAULT_PROVIDER', {
    get: () => guarded,
    set(value) {
      const known = value && behind.get(value)
      own = known ? known.own : value
      guarded = guard()
    },
  })
  return () => end(own)
}

function guardProvider(provider: DefaultProvider): DefaultProvider {
  return viewOf(provider, (key, value) => {
    const kind = factories.get(key)
    const { found } = findStandIn()
    // The models of who stands in are of the newest version, whatever the provider's own are.
    if (key === 'specificationVersion' && found !== 'none') return 'v4'
    if (kind === undefined) return value
    // Who stands in may have kinds of models that the provider has not.
    if (found === 'none' && typeof value !== 'function') return value
    return (...ids: unknown[]) => {
      const own = found === 'none' ? undefined : modelStandingIn(key, String(ids[0]))
      if (own !== undefined) return own
      if (typeof value !== 'function') return undefined
      const model: unknown = Reflect.apply(value, provider, ids)
      return isModel(model) && !isScriptedModel(model) ? guardModel(model, kind) : model
    }
  })
}

/** The model of whoever stands in for string ids; undefined where that has none of the kind. */
function modelStandingIn(factory: string, id: string): object | undefined {
  const here = findStandIn()
  switch (here.found) {
    case 'one':
      return here.standIn.modelOf(factory, id)
    case 'several': {
      const error = new AmbiguousFakeError(
        id,
        here.standIns.map(({ madeAt }) => madeAt),
      )
      for (const standIn of here.standIns) standIn.refuse(error)
      throw error
    }
    case 'ended':
      throw new FakeEndedError(`Model ${quotedName(id)} was asked for`, fakeModelsWords)
    default:
      return undefined
  }
}

/** The model with every `do…` method refused; what else the SDK reads of it stays as it is. */
function guardModel<Model extends KnownModel>(model: Model, kind: GuardedKind): Model {
  return viewOf(model, (key, value) => {
    if (!/^do[A-Z]/.test(key) || typeof value !== 'function') return value
    return async (...options: unknown[]) => {
      const { provider, modelId } = model
      // Of one call that telemetry has told of, nothing is told again.
      const asked = { kind, provider, modelId, way: 'default-provider', endpoint: undefined } as const
      const error = refusalOfRunningCall() ?? refusalOf(asked)?.error
      if (error !== undefined) throw error
      return await Reflect.apply(value, model, options)
    }
  })
}

interface KnownModel {
  readonly provider: string
  /** Absent from a batch, which has a model for each of its requests. */
  readonly modelId?: string
}

function isModel(value: unknown): value is KnownModel {
  return typeof value === 'object' && value !== null && 'provider' in value && typeof value.provider === 'string'
}

/** Reads like `target`, but for the members that `replace` gives another value. */
function viewOf<Target extends object>(target: Target, replace: (key: string, value: unknown) => unknown): Target {
  // The proxy's own target is empty, since that of a frozen object would have to give its real members.
  const view: object = new Proxy(
    {},
    {
      get(_, key) {
        const value: unknown = Reflect.get(target, key)
        return typeof key === 'string' ? replace(key, value) : value
      },
      // A provider of the first versions has none, and is told by that or by its value alike.
      has: (_, key) => key === 'specificationVersion' || Reflect.has(target, key),
      getPrototypeOf: () => Reflect.getPrototypeOf(target),
    },
  )
  // Every member that is read of it is the target's, or stands in for one with the same signature.
  return view as Target
}
