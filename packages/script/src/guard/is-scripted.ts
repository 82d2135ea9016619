/**
 * Tells what plays a model in a test from what is one: by its `provider`, the one thing that the SDK tells of a model, or
 * by its class, where the object is at hand. Keeps no list of models.
 */
import * as mocks from 'ai/test'

/** The provider that the SDK's mocks have unless they are given one. */
const MOCK_PROVIDER = 'mock-provider'

/** Every kind of mock that the installed SDK has. */
const mockClasses = Object.entries(mocks as Record<string, unknown>).flatMap(([name, value]) =>
  /Mock\w*Model/.test(name) && typeof value === 'function' ? [value] : [],
)

/** Whether a model with that `provider` follows a script: `scripted`, `scripted.…`, or the default of the SDK's mocks. */
export function isScriptedProvider(provider: string): boolean {
  return provider === 'scripted' || provider.startsWith('scripted.') || provider === MOCK_PROVIDER
}

/** Whether a model follows a script: by its provider, or as a mock of `ai/test` with whatever provider. */
export function isScriptedModel(model: { readonly provider: string }): boolean {
  return isScriptedProvider(model.provider) || mockClasses.some((mock) => model instanceof mock)
}
