// Calls that Anthropic runs itself, as blocks of its Messages API: a use of a tool, and its result.

import type { HostedBlock } from './hosted-block'

/** A block of a message. The input of a use is streamed unless the API sends it whole. */
export interface MessageBlock {
  readonly whole: object
  readonly begun: object
  readonly deltas: readonly object[]
}

function atOnce(whole: object): MessageBlock {
  return { whole, begun: whole, deltas: [] }
}

function use(id: string, name: string, input: object): MessageBlock {
  const block = { type: 'server_tool_use', id, name }
  const json = Object.keys(input).length === 0 ? [] : [JSON.stringify(input)]
  return {
    whole: { ...block, input },
    begun: { ...block, input: {} },
    deltas: ['', ...json].map((partial_json) => ({ type: 'input_json_delta', partial_json })),
  }
}

/** A call that Anthropic runs, as the blocks that tell it. */
export function hostedBlocks(block: HostedBlock, index: number): MessageBlock[] {
  const id = `srvtoolu_${index}`
  switch (block.type) {
    case 'search': {
      const content =
        block.finds === undefined
          ? { type: 'web_search_tool_result_error', error_code: 'unavailable' }
          : [{ type: 'web_search_result', ...block.finds, encrypted_content: 'x', page_age: null }]
      const result = { type: 'web_search_tool_result', tool_use_id: id, content }
      return [use(id, 'web_search', { query: block.query }), atOnce(result)]
    }
    case 'execution': {
      const printed = { stdout: block.prints, stderr: '', return_code: 0, content: [] }
      const content = { type: 'bash_code_execution_result', ...printed }
      const result = { type: 'bash_code_execution_tool_result', tool_use_id: id, content }
      return [use(id, 'bash_code_execution', { command: block.code }), atOnce(result)]
    }
    case 'remote': {
      const called = { type: 'mcp_tool_use', id, name: block.name, server_name: 'abc', input: block.input }
      const content = [{ type: 'text', text: block.answer }]
      return [atOnce(called), atOnce({ type: 'mcp_tool_result', tool_use_id: id, is_error: false, content })]
    }
    case 'advice': {
      const content = { type: 'advisor_result', text: block.gives }
      return [use(id, 'advisor', {}), atOnce({ type: 'advisor_tool_result', tool_use_id: id, content })]
    }
    default:
      throw new Error('Anthropic neither searches files nor makes images.')
  }
}
