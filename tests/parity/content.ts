// What a model says, told twice: in a form that each provider's wire format can carry, and as a script. Knows no wire format.

import type { Reply } from '@understudy/script'
import type { generateText } from 'ai'
import type { HostedBlock } from './hosted-block'

/** One block of an answer. A text arrives in its deltas. */
export type Block =
  | { readonly type: 'reasoning'; readonly deltas: readonly string[] }
  | TextBlock
  | { readonly type: 'call'; readonly name: string; readonly input: object }
  | { readonly type: 'file'; readonly mediaType: string; readonly data: string }
  | HostedBlock

interface TextBlock {
  readonly type: 'text'
  readonly deltas: readonly string[]
  readonly cites?: Page
  /** Whether it is the structured output that was asked for. */
  readonly structured?: true
  /** Whether the model refuses with it. */
  readonly refuses?: true
}

/** A page that a text rests on. */
export interface Page {
  readonly url: string
  readonly title: string
}

/** How many tokens were counted; those that were cached and those of reasoning are among the others. */
export interface Counts {
  readonly input: number
  readonly cached: number
  readonly output: number
  readonly reasoning: number
}

export const providerNames = ['openai', 'anthropic', 'google'] as const
export type ProviderName = (typeof providerNames)[number]

/** An output as the SDK's functions take it. */
export type AskedOutput = NonNullable<Parameters<typeof generateText>[0]['output']>

/** One answer of a model. */
export interface Content {
  readonly blocks: readonly Block[]
  readonly stop: 'stop' | 'length' | 'content-filter' | 'tool-calls'
  readonly counts: Counts
  /** Where the provider fails instead of stopping: before it answers, or after its blocks. */
  readonly fails?: 'before' | 'after'
  /** The structured output that is asked for. */
  readonly output?: AskedOutput
  /** Whether Anthropic is asked for it by its format, and not by a tool that takes it. */
  readonly byFormat?: true
  /** Whether the script says exactly what the provider streams, so that nothing differs. */
  readonly exact?: true
  /** The providers that can say it. */
  readonly providers: readonly ProviderName[]
  /** The same as a script. Results of a provider's own tools are in its own words. */
  readonly reply: (provider: ProviderName) => Reply
}

export const modelId = 'wire-1'
export const failure = { status: 503, message: 'Overloaded.' }
export const page: Page = { url: 'https://example.com/a', title: 'A' }

export const counts: Counts = { input: 12, cached: 0, output: 5, reasoning: 0 }
export const usage = { inputTokens: 12, outputTokens: 5 }

/** A content that every provider can say, unless the rest tells otherwise. */
export function content(blocks: readonly Block[], reply: Reply, rest: Partial<Content> = {}): Content {
  return { blocks, reply: () => reply, stop: 'stop', counts, providers: providerNames, ...rest }
}
