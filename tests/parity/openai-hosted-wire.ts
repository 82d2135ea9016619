// Calls that OpenAI runs itself, as items of its Responses API.

import type { HostedBlock } from './hosted-block'

/** The item, and the events between its beginning and its end. */
export interface HostedItem {
  readonly begun: object
  readonly within: readonly object[]
  readonly done: object
}

function search(block: Extract<HostedBlock, { type: 'search' }>, output_index: number): HostedItem {
  const item = { type: 'web_search_call', id: `ws_${output_index}` }
  const at = { item_id: item.id, output_index }
  const { query, finds } = block
  const action = { type: 'search', query, ...(finds && { sources: [{ type: 'url', url: finds.url }] }) }
  return {
    begun: { ...item, status: 'in_progress' },
    within: [
      { type: 'response.web_search_call.in_progress', ...at },
      { type: 'response.web_search_call.searching', ...at },
      ...(finds ? [{ type: 'response.web_search_call.completed', ...at }] : []),
    ],
    done: { ...item, status: finds ? 'completed' : 'failed', action },
  }
}

function execution(block: Extract<HostedBlock, { type: 'execution' }>, output_index: number): HostedItem {
  const item = { type: 'code_interpreter_call', id: `ci_${output_index}`, container_id: 'container_1' }
  const at = { item_id: item.id, output_index }
  return {
    begun: { ...item, status: 'in_progress', code: '', outputs: null },
    within: [
      { type: 'response.code_interpreter_call.in_progress', ...at },
      { type: 'response.code_interpreter_call_code.delta', ...at, delta: block.code },
      { type: 'response.code_interpreter_call_code.done', ...at, code: block.code },
      { type: 'response.code_interpreter_call.interpreting', ...at },
      { type: 'response.code_interpreter_call.completed', ...at },
    ],
    done: { ...item, status: 'completed', code: block.code, outputs: [{ type: 'logs', logs: block.prints }] },
  }
}

function fileSearch(block: Extract<HostedBlock, { type: 'file-search' }>, output_index: number): HostedItem {
  const item = { type: 'file_search_call', id: `fs_${output_index}`, queries: [block.query] }
  const at = { item_id: item.id, output_index }
  const result = { attributes: {}, file_id: 'file_1', filename: block.finds, score: 1, text: 'A.' }
  return {
    begun: { ...item, status: 'in_progress', queries: [], results: null },
    within: [
      { type: 'response.file_search_call.in_progress', ...at },
      { type: 'response.file_search_call.searching', ...at },
      { type: 'response.file_search_call.completed', ...at },
    ],
    done: { ...item, status: 'completed', results: [result] },
  }
}

function remote(block: Extract<HostedBlock, { type: 'remote' }>, output_index: number): HostedItem {
  const item = { type: 'mcp_call', id: `mcp_${output_index}`, name: block.name, server_label: 'abc' }
  const at = { item_id: item.id, output_index }
  const json = JSON.stringify(block.input)
  return {
    begun: { ...item, status: 'in_progress', arguments: '', output: null, error: null },
    within: [
      { type: 'response.mcp_call.in_progress', ...at },
      { type: 'response.mcp_call_arguments.delta', ...at, delta: json },
      { type: 'response.mcp_call_arguments.done', ...at, arguments: json },
      { type: 'response.mcp_call.completed', ...at },
    ],
    done: { ...item, status: 'completed', arguments: json, output: block.answer, error: null },
  }
}

/** A call that waits until the app allows it. */
function approvalRequest(block: Extract<HostedBlock, { type: 'remote' }>, output_index: number): HostedItem {
  const item = { type: 'mcp_approval_request', id: `approval_${output_index}`, name: block.name, server_label: 'abc' }
  const whole = { ...item, arguments: JSON.stringify(block.input) }
  return { begun: whole, within: [], done: whole }
}

function image(block: Extract<HostedBlock, { type: 'image' }>, output_index: number): HostedItem {
  const item = { type: 'image_generation_call', id: `ig_${output_index}` }
  const at = { item_id: item.id, output_index }
  const partial = { partial_image_index: 0, partial_image_b64: block.half }
  return {
    begun: { ...item, status: 'in_progress' },
    within: [
      { type: 'response.image_generation_call.in_progress', ...at },
      { type: 'response.image_generation_call.generating', ...at },
      { type: 'response.image_generation_call.partial_image', ...at, ...partial },
    ],
    done: { ...item, status: 'completed', result: block.whole },
  }
}

/** A call that OpenAI runs, at its place in the output. */
export function hostedItem(block: HostedBlock, output_index: number): HostedItem {
  switch (block.type) {
    case 'search':
      return search(block, output_index)
    case 'execution':
      return execution(block, output_index)
    case 'file-search':
      return fileSearch(block, output_index)
    case 'remote':
      return block.answer === undefined ? approvalRequest(block, output_index) : remote(block, output_index)
    case 'image':
      return image(block, output_index)
    case 'advice':
      throw new Error('OpenAI has no adviser.')
  }
}
