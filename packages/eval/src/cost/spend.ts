/** What a model call cost: tokens mapped once, prices applied once, and honest about what is not known. */
import type { Pricing } from '@understudy/agents'
import type { TokenUsage } from '../disk/rows.js'
import type { GenerateResult } from '../attempt/sdk-types.js'

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
  /** Null where the provider has no pricing or the response no usage. */
  readonly cost_usd: number | null
}

/** The tokens of a response; null where it did not say. */
export function usageOf({ usage }: Pick<GenerateResult, 'usage'>): TokenUsage | null {
  const { total, noCache, cacheRead = 0, cacheWrite = 0 } = usage.inputTokens
  const input = noCache ?? (total === undefined ? undefined : Math.max(0, total - cacheRead - cacheWrite))
  const output = usage.outputTokens.total
  if (input === undefined || output === undefined) return null
  return {
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite,
  }
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
