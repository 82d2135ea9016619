// The wire format of OpenAI's Responses API, as far as the contents need it.

import { type Block, type Content, failure, modelId, type Page } from './content'
import { isHosted } from './hosted-block'
import { hostedItem } from './openai-hosted-wire'
import { joined, type Wire, type WireEvent } from './wire'

const stops = {
  length: 'max_output_tokens',
  'content-filter': 'content_filter',
  stop: undefined,
  'tool-calls': undefined,
}

function annotation({ url, title }: Page, text: string): object {
  return { type: 'url_citation', start_index: 0, end_index: text.length, url, title }
}

function output(block: Block, index: number): object {
  if (isHosted(block)) return hostedItem(block, index).done
  switch (block.type) {
    case 'reasoning':
      return { type: 'reasoning', id: `rs_${index}`, summary: [{ type: 'summary_text', text: joined(block) }] }
    case 'text': {
      const annotations = block.cites === undefined ? [] : [annotation(block.cites, joined(block))]
      const content = block.refuses
        ? [{ type: 'refusal', refusal: joined(block) }]
        : [{ type: 'output_text', text: joined(block), annotations, logprobs: [] }]
      return { type: 'message', id: `msg_${index}`, role: 'assistant', status: 'completed', content }
    }
    case 'call':
      return {
        type: 'function_call',
        id: `fc_${index}`,
        call_id: `call_${index}`,
        name: block.name,
        arguments: JSON.stringify(block.input),
        status: 'completed',
      }
    case 'file':
      throw new Error('A message of OpenAI carries no file.')
  }
}

/** Why the answer is not complete; a refusal is complete. */
function incompleteReason({ blocks, stop }: Content): string | undefined {
  return blocks.some((block) => block.type === 'text' && block.refuses) ? undefined : stops[stop]
}

function response(content: Content, done: boolean): object {
  const { blocks, counts } = content
  const reason = incompleteReason(content)
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_700_000_000,
    status: !done ? 'in_progress' : reason === undefined ? 'completed' : 'incomplete',
    model: modelId,
    incomplete_details: reason === undefined ? null : { reason },
    output: done ? blocks.map(output) : [],
    usage: done
      ? {
          input_tokens: counts.input,
          input_tokens_details: { cached_tokens: counts.cached },
          output_tokens: counts.output,
          output_tokens_details: { reasoning_tokens: counts.reasoning },
          total_tokens: counts.input + counts.output,
        }
      : null,
  }
}

function within(block: Block, output_index: number): readonly object[] {
  if (isHosted(block)) return hostedItem(block, output_index).within
  switch (block.type) {
    case 'reasoning': {
      const at = { item_id: `rs_${output_index}`, output_index, summary_index: 0 }
      return [
        { type: 'response.reasoning_summary_part.added', ...at, part: { type: 'summary_text', text: '' } },
        ...block.deltas.map((delta) => ({ type: 'response.reasoning_summary_text.delta', ...at, delta })),
        { type: 'response.reasoning_summary_text.done', ...at, text: joined(block) },
        { type: 'response.reasoning_summary_part.done', ...at, part: { type: 'summary_text', text: joined(block) } },
      ]
    }
    case 'text': {
      const at = { item_id: `msg_${output_index}`, output_index, content_index: 0 }
      if (block.refuses) {
        return [
          { type: 'response.content_part.added', ...at, part: { type: 'refusal', refusal: '' } },
          ...block.deltas.map((delta) => ({ type: 'response.refusal.delta', ...at, delta })),
          { type: 'response.refusal.done', ...at, refusal: joined(block) },
          { type: 'response.content_part.done', ...at, part: { type: 'refusal', refusal: joined(block) } },
        ]
      }
      const cited = block.cites === undefined ? [] : [annotation(block.cites, joined(block))]
      return [
        { type: 'response.content_part.added', ...at, part: { type: 'output_text', text: '', annotations: [] } },
        ...block.deltas.map((delta) => ({ type: 'response.output_text.delta', ...at, delta })),
        ...cited.map((annotation) => ({ type: 'response.output_text.annotation.added', ...at, annotation })),
        { type: 'response.output_text.done', ...at, text: joined(block) },
        {
          type: 'response.content_part.done',
          ...at,
          part: { type: 'output_text', text: joined(block), annotations: [] },
        },
      ]
    }
    case 'call': {
      const at = { item_id: `fc_${output_index}`, output_index }
      const json = JSON.stringify(block.input)
      return [
        { type: 'response.function_call_arguments.delta', ...at, delta: json },
        { type: 'response.function_call_arguments.done', ...at, arguments: json },
      ]
    }
    case 'file':
      throw new Error('A message of OpenAI carries no file.')
  }
}

function begun(block: Block, index: number): object {
  if (isHosted(block)) return hostedItem(block, index).begun
  const item = { ...output(block, index), status: 'in_progress' }
  if (block.type === 'reasoning') return { ...item, summary: [] }
  return block.type === 'text' ? { ...item, content: [] } : { ...item, arguments: '' }
}

function item(block: Block, output_index: number, ends: boolean): object[] {
  const added = { type: 'response.output_item.added', output_index, item: begun(block, output_index) }
  if (!ends) return [added, ...within(block, output_index).filter((event) => !('text' in event || 'part' in event))]
  const done = { type: 'response.output_item.done', output_index, item: output(block, output_index) }
  return [added, ...within(block, output_index), done]
}

export const openaiWire: Wire = {
  answer: (content) => response(content, true),
  events(content): WireEvent[] {
    const breaks = content.fails === 'after'
    const last = breaks
      ? { type: 'error', error: { type: 'server_error', code: 'server_error', message: failure.message, param: null } }
      : {
          type: incompleteReason(content) === undefined ? 'response.completed' : 'response.incomplete',
          response: response(content, true),
        }
    const events = [
      { type: 'response.created', response: response(content, false) },
      { type: 'response.in_progress', response: response(content, false) },
      ...content.blocks.flatMap((block, index) => item(block, index, !breaks)),
      last,
    ]
    return events.map((data, sequence_number) => ({
      event: 'type' in data ? String(data.type) : 'message',
      data: { ...data, sequence_number },
    }))
  },
  failure: (message) => ({ error: { message, type: 'server_error', param: null, code: null } }),
}
