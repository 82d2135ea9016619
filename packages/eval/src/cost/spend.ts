/** What a model call cost: tokens mapped once, prices applied once, and honest about what is not known. */
import {
  type APICallError,
  InvalidArgumentError,
  InvalidPromptError,
  LoadAPIKeyError,
  NoSuchModelError,
  UnsupportedFunctionalityError,
} from 'ai'
import type { Pricing } from '@understudy/agents'
import type { TokenUsage } from '../disk/rows.js'
import type { GenerateOptions, GenerateResult } from '../attempt/sdk-types.js'

/** One paid model call. */
export interface SpendEntry {
  /** Unique, so that joined ledgers count it once. */
  readonly id: string
  readonly prompt_id: string
  readonly rep: number
  readonly purpose: 'agent' | 'judge'
  readonly provider: string
  readonly model: string
  readonly usage: TokenUsage | null
  readonly server_tool_calls: number
  /**
   * Null where the provider has no pricing, the response no usage, or the call no end that anybody knows of; 0 where the
   * provider refused it.
   */
  readonly cost_usd: number | null
  /** Where the cost is not known and the provider has a price: about what such a call costs, for the limit alone. */
  readonly guessed_usd?: number
}

/** The tokens of a response; null where it did not say, or said what is no number of tokens. */
export function usageOf(result: Pick<GenerateResult, 'usage'>): TokenUsage | null {
  // Models come from JavaScript, too.
  const said = result.usage as Partial<GenerateResult['usage']> | undefined
  const {
    total,
    noCache,
    cacheRead = 0,
    cacheWrite = 0,
  }: Partial<GenerateResult['usage']['inputTokens']> = said?.inputTokens ?? {}
  const input = noCache ?? (total === undefined ? undefined : Math.max(0, total - cacheRead - cacheWrite))
  const output = said?.outputTokens?.total
  if (input === undefined || output === undefined) return null
  if (![total ?? 0, input, output, cacheRead, cacheWrite].every(isCount)) return null
  return {
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite,
  }
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** A server that gave up on a call may have had it answered, and billed, behind its back. */
const UNSURE = [408, 499, 502, 504]

/** Whether a provider turned a call down, or was never sent it: then there is nothing to pay. */
export function wasRefused(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 10; depth += 1) {
    const { statusCode } = at as Partial<APICallError>
    if (statusCode !== undefined) return statusCode >= 400 && !UNSURE.includes(statusCode)
    const unsent = [
      LoadAPIKeyError,
      NoSuchModelError,
      UnsupportedFunctionalityError,
      InvalidPromptError,
      InvalidArgumentError,
    ]
    if (unsent.some((each) => each.isInstance(at))) return true
    at = at.cause
  }
  return false
}

/** How many tool calls the provider ran itself. */
export function serverToolCallsOf({ content }: Pick<GenerateResult, 'content'>): number {
  return content.filter((part) => part.type === 'tool-call' && part.providerExecuted === true).length
}

/** US dollars. Cached tokens without a price of their own cost what other input does. */
export function priceOf(
  usage: TokenUsage | null,
  serverToolCalls: number,
  pricing: Pricing | undefined,
): number | null {
  if (usage === null || pricing === undefined) return null
  const { input, output, cacheRead = input, cacheWrite = input, perThousandRequests } = pricing
  if (serverToolCalls > 0 && perThousandRequests === undefined) return null
  const perMillion =
    usage.input_tokens * input +
    usage.output_tokens * output +
    usage.cache_read_input_tokens * cacheRead +
    usage.cache_creation_input_tokens * cacheWrite
  return perMillion / 1_000_000 + (serverToolCalls * (perThousandRequests ?? 0)) / 1_000
}

/** Letters to a token, and tokens of an answer whose length nobody bounded, about. */
const LETTERS = 4
const ANSWER = 1_000

/** About what a call costs that was sent and never answered; undefined without pricing. */
export function guessPrice(
  { prompt, tools, maxOutputTokens = ANSWER }: GenerateOptions,
  pricing: Pricing | undefined,
): number | undefined {
  if (pricing === undefined) return undefined
  const sent = JSON.stringify([prompt, tools], function (this: Record<string, unknown>, key, value: unknown) {
    // Of a file nobody knows how many tokens it is.
    return ArrayBuffer.isView(this[key]) ? undefined : value
  })
  return ((sent.length / LETTERS) * pricing.input + maxOutputTokens * pricing.output) / 1_000_000
}

/** All tokens of several calls; null when one of them did not say, or there is none. */
export function sumUsage(usages: readonly (TokenUsage | null)[]): TokenUsage | null {
  if (usages.length === 0) return null
  const sum = { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }
  for (const usage of usages) {
    if (usage === null) return null
    sum.input_tokens += usage.input_tokens
    sum.output_tokens += usage.output_tokens
    sum.cache_read_input_tokens += usage.cache_read_input_tokens
    sum.cache_creation_input_tokens += usage.cache_creation_input_tokens
  }
  return sum
}

/** The sum of costs; null when one of them is not known. Of none it is 0. */
export function sumCosts(costs: readonly (number | null)[]): number | null {
  let sum = 0
  for (const cost of costs) {
    if (cost === null) return null
    sum += cost
  }
  return sum
}
