/** The SDK's own types of language models, read off its entry, so that this package depends on `ai` alone. */
import type { LanguageModel } from 'ai'

/** A language model of the SDK's current specification. */
export type SdkModel = Extract<LanguageModel, { specificationVersion: 'v4' }>
/** What a model is sent. */
export type GenerateOptions = Parameters<SdkModel['doGenerate']>[0]
/** What it answers. */
export type GenerateResult = Awaited<ReturnType<SdkModel['doGenerate']>>
