// The wire format of Anthropic's Messages API, as far as the contents need it.

import { type Block, type Content, failure, modelId, type Page } from './contents'
import { joined, type Wire, type WireEvent } from './wire'

const stops = { stop: 'end_turn', length: 'max_tokens', 'content-filter': 'refusal', 'tool-calls': 'tool_use' }

function citation({ url, title }: Page): object {
  return { type: 'web_search_result_location', url, title, cited_text: 'A is a letter.', encrypted_index: 'x' }
}

function output(block: Block, index: number): object {
  switch (block.type) {
    case 'reasoning':
      return { type: 'thinking', thinking: joined(block), signature: 'sig' }
    case 'text':
      return {
        type: 'text',
        text: joined(block),
        ...(block.cites === undefined ? {} : { citations: [citation(block.cites)] }),
      }
    case 'call':
      return { type: 'tool_use', id: `toolu_${index}`, name: block.name, input: block.input }
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

function begun(block: Block, index: number): object {
  if (block.type === 'reasoning') return { type: 'thinking', thinking: '', signature: '' }
  return block.type === 'text' ? { type: 'text', text: '' } : { ...output(block, index), input: {} }
}

function deltas(block: Block): object[] {
  switch (block.type) {
    case 'reasoning': {
      const thought = block.deltas.map((thinking) => ({ type: 'thinking_delta', thinking }))
      return [...thought, { type: 'signature_delta', signature: 'sig' }]
    }
    case 'text': {
      const cited = block.cites === undefined ? [] : [{ type: 'citations_delta', citation: citation(block.cites) }]
      return [...cited, ...block.deltas.map((text) => ({ type: 'text_delta', text }))]
    }
    case 'call': {
      const json = Object.keys(block.input).length === 0 ? '' : JSON.stringify(block.input)
      return [{ type: 'input_json_delta', partial_json: json }]
    }
    case 'file':
      throw new Error('A message of Anthropic carries no file.')
  }
}

function blockEvents(block: Block, index: number, ends: boolean): object[] {
  return [
    { type: 'content_block_start', index, content_block: begun(block, index) },
    ...deltas(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
    ...(ends ? [{ type: 'content_block_stop', index }] : []),
  ]
}

export const anthropicWire: Wire = {
  answer: ({ blocks, stop, counts }) => ({
    ...message,
    content: blocks.map(output),
    stop_reason: stops[stop],
    stop_sequence: null,
    usage: usage(counts),
  }),
  events({ blocks, stop, counts, fails }): WireEvent[] {
    const breaks = fails === 'after'
    const started = {
      ...message,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...usage(counts), output_tokens: 1 },
    }
    const ending = [
      { type: 'message_delta', delta: { stop_reason: stops[stop], stop_sequence: null }, usage: usage(counts) },
      { type: 'message_stop' },
    ]
    const events = [
      { type: 'message_start', message: started },
      { type: 'ping' },
      ...blocks.flatMap((block, index) => blockEvents(block, index, !breaks)),
      ...(breaks ? [anthropicWire.failure(failure.message)] : ending),
    ]
    return events.map((data) => ({ event: 'type' in data ? String(data.type) : 'message', data }))
  },
  failure: (message) => ({ type: 'error', error: { type: 'overloaded_error', message } }),
}
