// A provider's wire format, as the loopback server speaks it. Knows no provider.

import type { Content } from './content'

/** One event of a stream. */
export interface WireEvent {
  /** The name on the `event:` line, where the provider sends one. */
  readonly event?: string
  readonly data: object
}

/** What the body of a request says, as far as an answer depends on it. */
export interface Asked {
  readonly stream?: boolean
  readonly tools?: readonly { readonly name?: string }[]
}

/** How a provider says things. */
export interface Wire {
  /** The body of an answer that is not streamed. */
  answer(content: Content, asked: Asked): object
  /** The events of one that is; a content that fails after its blocks ends in the provider's error. */
  events(content: Content, asked: Asked): WireEvent[]
  /** The body of a failure that comes with an HTTP status. */
  failure(message: string): object
}

/** The text of a block. */
export function joined(block: { readonly deltas: readonly string[] }): string {
  return block.deltas.join('')
}
