// A call of a tool that the provider runs itself: what was asked of the tool, and what came of it. Knows no provider's words.

import type { Page } from './content'

export type HostedBlock =
  /** The web is searched, and one page is found; or none, where the search fails. */
  | { readonly type: 'search'; readonly query: string; readonly finds?: Page }
  /** Code is run, and prints. */
  | { readonly type: 'execution'; readonly code: string; readonly prints: string; readonly offered: boolean }
  /** The provider's store of files is searched, and one is found. */
  | { readonly type: 'file-search'; readonly query: string; readonly finds: string }
  /** Another model is asked, which is given the conversation and no input. */
  | { readonly type: 'advice'; readonly gives: string }
  /** An image is made, and a half of it is shown before. */
  | { readonly type: 'image'; readonly half: string; readonly whole: string }
  /** A tool that the app did not offer, of an MCP server or one the provider has besides. It waits for a yes, or answers. */
  | { readonly type: 'remote'; readonly name: string; readonly input: object; readonly answer?: string }

const types = new Set(['search', 'execution', 'file-search', 'advice', 'image', 'remote'])

/** Whether the provider runs it. */
export function isHosted(block: { readonly type: string }): block is HostedBlock {
  return types.has(block.type)
}
