// The wire format of Anthropic's Messages API, as far as the contents need it.

import { hostedBlocks, type MessageBlock } from './anthropic-hosted-wire'
import { type Block, type Content, failure, modelId, type Page } from './content'
import { isHosted } from './hosted-block'
import { type Asked, joined, type Wire, type WireEvent } from './wire'

const stops = { stop: 'end_turn', length: 'max_tokens', 'content-filter': 'refusal', 'tool-calls': 'tool_use' }

function citation({ url, title }: Page): object {
  return { type: 'web_search_result_location', url, title, cited_text: 'A is a letter.', encrypted_index: 'x' }
}

function textBlock(block: Extract<Block, { type: 'text' }>): MessageBlock {
  const cited = block.cites === undefined ? [] : [citation(block.cites)]
  return {
    whole: { type: 'text', text: joined(block), ...(cited.length === 0 ? {} : { citations: cited }) },
    begun: { type: 'text', text: '' },
    deltas: [
      ...cited.map((citation) => ({ type: 'citations_delta', citation })),
      ...block.deltas.map((text) => ({ type: 'text_delta', text })),
    ],
  }
}

function reasoningBlock(block: Extract<Block, { type: 'reasoning' }>): MessageBlock {
  return {
    whole: { type: 'thinking', thinking: joined(block), signature: 'sig' },
    begun: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      ...block.deltas.map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: 'sig' },
    ],
  }
}

function useBlock(use: { readonly id: string; readonly name: string }, json: readonly string[]): MessageBlock {
  const block = { type: 'tool_use', ...use }
  return {
    whole: { ...block, input: JSON.parse(json.join('') || '{}') as unknown },
    begun: { ...block, input: {} },
    deltas: json.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
  }
}

/** The tool by which the SDK asks for a structured output where it does not ask by its format. */
const outputTool = 'json'

function usesOutputTool(block: Block, { tools = [] }: Asked): boolean {
  return block.type === 'text' && block.structured === true && tools.some(({ name }) => name === outputTool)
}

function messageBlocks(block: Block, index: number, asked: Asked): MessageBlock[] {
  if (isHosted(block)) return hostedBlocks(block, index)
  const id = `toolu_${index}`
  switch (block.type) {
    case 'reasoning':
      return [reasoningBlock(block)]
    case 'text':
      return [usesOutputTool(block, asked) ? useBlock({ id, name: outputTool }, block.deltas) : textBlock(block)]
    case 'call': {
      const json = Object.keys(block.input).length === 0 ? '' : JSON.stringify(block.input)
      return [useBlock({ id, name: block.name }, [json])]
    }
    case 'file':
      throw new Error('A message of Anthropic carries no file.')
  }
}

function usage({ input, cached, output, reasoning }: Content['counts']): object {
  return {
    input_tokens: input - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: output,
    output_tokens_details: { thinking_tokens: reasoning },
  }
}

const message = { id: 'msg_1', type: 'message', role: 'assistant', model: modelId }

function stopReason({ blocks, stop }: Content, asked: Asked): string {
  return blocks.some((block) => usesOutputTool(block, asked)) ? 'tool_use' : stops[stop]
}

function blockEvents({ begun, deltas }: MessageBlock, index: number, ends: boolean): object[] {
  return [
    { type: 'content_block_start', index, content_block: begun },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    ...(ends ? [{ type: 'content_block_stop', index }] : []),
  ]
}

export const anthropicWire: Wire = {
  answer: (content, asked) => ({
    ...message,
    content: content.blocks.flatMap((block, index) => messageBlocks(block, index, asked)).map(({ whole }) => whole),
    stop_reason: stopReason(content, asked),
    stop_sequence: null,
    usage: usage(content.counts),
  }),
  events(content, asked): WireEvent[] {
    const { blocks, counts, fails } = content
    const breaks = fails === 'after'
    const started = {
      ...message,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...usage(counts), output_tokens: 1 },
    }
    const delta = { stop_reason: stopReason(content, asked), stop_sequence: null }
    const ending = [{ type: 'message_delta', delta, usage: usage(counts) }, { type: 'message_stop' }]
    const events = [
      { type: 'message_start', message: started },
      { type: 'ping' },
      ...blocks
        .flatMap((block, index) => messageBlocks(block, index, asked))
        .flatMap((block, index) => blockEvents(block, index, !breaks)),
      ...(breaks ? [anthropicWire.failure(failure.message)] : ending),
    ]
    return events.map((data) => ({ event: 'type' in data ? String(data.type) : 'message', data }))
  },
  failure: (message) => ({ type: 'error', error: { type: 'overloaded_error', message } }),
}
