// A provider's wire format, as the loopback server speaks it. Knows no provider.

import type { Content } from './contents'

/** One event of a stream. */
export interface WireEvent {
  /** The name on the `event:` line, where the provider sends one. */
  readonly event?: string
  readonly data: object
}

/** How a provider says things. */
export interface Wire {
  /** The body of an answer that is not streamed. */
  answer(content: Content): object
  /** The events of one that is; a content that fails after its blocks ends in the provider's error. */
  events(content: Content): WireEvent[]
  /** The body of a failure that comes with an HTTP status. */
  failure(message: string): object
}

/** The text of a block. */
export function joined(block: { readonly deltas: readonly string[] }): string {
  return block.deltas.join('')
}
