/**
 * What the parts of a stream amount to, as the SDK collects them: for a script of exact parts that is asked to `generate`,
 * and for a recording of a stream. Knows neither.
 */
import type { SdkContent, SdkResult, SdkStreamPart } from '../sdk-types.js'

/** What a stream has said. */
export interface CollectedParts {
  readonly content: SdkContent[]
  readonly warnings: SdkResult['warnings']
  readonly response: NonNullable<SdkResult['response']>
  /** The part that ends an answer; undefined where the stream was cut off. */
  readonly finish: Extract<SdkStreamPart, { type: 'finish' }> | undefined
  /** Whether the stream told of an error. */
  readonly failed: boolean
}

type Draft = { -readonly [KEY in keyof CollectedParts]: CollectedParts[KEY] }
type Block = Extract<SdkContent, { type: 'text' | 'reasoning' }>

/** The content of the parts of one stream, and what they say about it. */
export function collectParts(parts: readonly SdkStreamPart[]): CollectedParts {
  const collected: Draft = { content: [], warnings: [], response: {}, finish: undefined, failed: false }
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
      collected.finish = part
      break
    case 'error':
      collected.failed = true
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
    // The input of a tool call comes again with the call; pings and raw chunks are for the transport.
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
