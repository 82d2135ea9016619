/**
 * What exact stream parts amount to: the result that the SDK would collect from them, for a model that is asked to
 * `generate`. Knows no script.
 */
import type {
  SdkContent,
  SdkFinishReason,
  SdkProviderMetadata,
  SdkResult,
  SdkStreamPart,
  SdkUsage,
} from '../sdk-types.js'

/** What a stream tells, and when. */
export interface CollectedParts {
  readonly content: SdkContent[]
  readonly finishReason: SdkFinishReason
  readonly usage: SdkUsage
  readonly warnings: SdkResult['warnings']
  readonly providerMetadata: SdkProviderMetadata | undefined
  readonly response: NonNullable<SdkResult['response']>
}

type Draft = { -readonly [KEY in keyof CollectedParts]: CollectedParts[KEY] }
type Block = Extract<SdkContent, { type: 'text' | 'reasoning' }>

/** The content of the parts and what they say about it. A stream without its `finish` was interrupted. */
export function collectParts(parts: readonly SdkStreamPart[]): CollectedParts {
  const collected: Draft = {
    content: [],
    finishReason: { unified: 'interrupted', raw: undefined },
    usage: {
      inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 0, text: 0, reasoning: 0 },
    },
    warnings: [],
    providerMetadata: undefined,
    response: {},
  }
  const blocks = new Map<string, Block>()
  for (const part of parts) collect(part, collected, blocks)
  return collected
}

function collect(part: SdkStreamPart, collected: Draft, blocks: Map<string, Block>): void {
  switch (part.type) {
    case 'stream-start':
      collected.warnings = part.warnings
      break
    case 'response-metadata': {
      const { type: _type, ...metadata } = part
      collected.response = { ...collected.response, ...metadata }
      break
    }
    case 'finish':
      collected.finishReason = part.finishReason
      collected.usage = part.usage
      collected.providerMetadata = part.providerMetadata
      break
    case 'text-start':
    case 'text-delta':
    case 'text-end':
    case 'reasoning-start':
    case 'reasoning-delta':
    case 'reasoning-end':
      addToBlock(part, collected.content, blocks)
      break
    case 'tool-result':
      // A preliminary result is one that a later one replaces.
      if (part.preliminary !== true) collected.content.push(part)
      break
    case 'tool-call':
    case 'tool-approval-request':
    case 'custom':
    case 'file':
    case 'reasoning-file':
    case 'source':
      collected.content.push(part)
      break
    default:
    // The input of a tool call comes again with the call; pings and raw chunks are for the transport; an error is thrown.
  }
}

type BlockPart = Extract<SdkStreamPart, { type: `${'text' | 'reasoning'}-${'start' | 'delta' | 'end'}` }>

/** A block begins with the first part of its id, and its last metadata counts. */
function addToBlock(part: BlockPart, content: SdkContent[], blocks: Map<string, Block>): void {
  const type = part.type.startsWith('text') ? 'text' : 'reasoning'
  const key = `${type} ${part.id}`
  const block: Block = blocks.get(key) ?? (type === 'text' ? { type, text: '' } : { type, text: '' })
  if (!blocks.has(key)) content.push(block)
  blocks.set(key, block)
  if ('delta' in part) block.text += part.delta
  if (part.providerMetadata !== undefined) block.providerMetadata = part.providerMetadata
  if (part.type === 'text-end' && part.citations !== undefined && block.type === 'text') {
    block.citations = part.citations
  }
  // The id is free again: a later block may have it.
  if (part.type.endsWith('-end')) blocks.delete(key)
}
