// A call that a provider runs, in the words in which its own package tells it to the SDK: what a script with exact content
// says. Knows no wire format.

import type { ContentPart } from '@understudy/script'
import type { ProviderName } from './content'
import type { HostedBlock } from './hosted-block'

/** What differs from provider to provider of one call. */
interface Told {
  readonly toolName: string
  readonly input: object
  readonly result: NonNullable<Extract<ContentPart, { type: 'tool-result' }>['result']>
  readonly isError?: boolean
  readonly dynamic?: true
  /** What stands on the result as well. */
  readonly dynamicResult?: true
  /** What the result adds to the sources, without type and id. */
  readonly source?: object
}

function ofOpenai(block: HostedBlock): Told {
  switch (block.type) {
    case 'search': {
      const told = { toolName: 'web_search', input: {} }
      if (block.finds === undefined) return { ...told, result: { status: 'failed' }, isError: true }
      const { url } = block.finds
      const action = { type: 'search', query: block.query }
      return { ...told, result: { action, sources: [{ type: 'url', url }] }, source: { sourceType: 'url', url } }
    }
    case 'execution': {
      const input = { code: block.code, containerId: 'container_1' }
      return { toolName: 'code_interpreter', input, result: { outputs: [{ type: 'logs', logs: block.prints }] } }
    }
    case 'file-search': {
      const found = { attributes: {}, fileId: 'file_1', filename: block.finds, score: 1, text: 'A.' }
      const source = {
        sourceType: 'document',
        mediaType: 'text/plain',
        title: block.finds,
        filename: block.finds,
      } as const
      return { toolName: 'file_search', input: {}, result: { queries: [block.query], results: [found] }, source }
    }
    case 'remote': {
      const { name, input, answer } = block
      const output = answer === undefined ? {} : { output: answer }
      const result = { type: 'call', serverLabel: 'abc', name, arguments: JSON.stringify(input), ...output }
      return { toolName: `mcp.${name}`, input, result, dynamic: true }
    }
    case 'image':
      return { toolName: 'image_generation', input: {}, result: { result: block.whole } }
    case 'advice':
      throw new Error('OpenAI has no adviser.')
  }
}

function ofAnthropic(block: HostedBlock): Told {
  switch (block.type) {
    case 'search': {
      const told = { toolName: 'web_search', input: { query: block.query } }
      if (block.finds === undefined) {
        return { ...told, result: { type: 'web_search_tool_result_error', errorCode: 'unavailable' }, isError: true }
      }
      const result = [{ ...block.finds, pageAge: null, encryptedContent: 'x', type: 'web_search_result' }]
      return { ...told, result, source: { sourceType: 'url', ...block.finds } }
    }
    case 'execution': {
      const input = { type: 'bash_code_execution', command: block.code }
      const printed = { stdout: block.prints, stderr: '', return_code: 0 }
      const result = { type: 'bash_code_execution_result', content: [], ...printed }
      return { toolName: 'code_execution', input, result, ...(block.offered ? {} : { dynamic: true }) }
    }
    case 'remote': {
      const result = [{ type: 'text', text: block.answer ?? '' }]
      return { toolName: block.name, input: block.input, result, isError: false, dynamic: true, dynamicResult: true }
    }
    case 'advice':
      return { toolName: 'advisor', input: {}, result: { type: 'advisor_result', text: block.gives } }
    default:
      throw new Error('Anthropic neither searches files nor makes images.')
  }
}

function ofGoogle(block: HostedBlock): Told {
  switch (block.type) {
    case 'execution': {
      const input = { language: 'PYTHON', code: block.code }
      return { toolName: 'code_execution', input, result: { outcome: 'OUTCOME_OK', output: block.prints } }
    }
    case 'remote':
      return {
        toolName: `server:${block.name}`,
        input: block.input,
        result: { answer: block.answer ?? '' },
        dynamic: true,
      }
    default:
      throw new Error('Gemini tells of no other tool as a call.')
  }
}

/** Whether the provider waits until the app allows the call. */
function waits(block: HostedBlock): boolean {
  return block.type === 'remote' && block.answer === undefined
}

const tellers = { openai: ofOpenai, anthropic: ofAnthropic, google: ofGoogle }

/** The call, its result and its source as exact content of a script. */
export function hostedParts(provider: ProviderName, block: HostedBlock, index: number): ContentPart[] {
  const { toolName, input, result, isError, dynamic, dynamicResult, source } = tellers[provider](block)
  const toolCallId = `hosted-${index + 1}`
  const flag = { ...(dynamic && { dynamic }), providerExecuted: true }
  const call: ContentPart = { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input), ...flag }
  if (waits(block)) return [call, { type: 'tool-approval-request', approvalId: `approval_${index}`, toolCallId }]
  return [
    call,
    {
      type: 'tool-result',
      toolCallId,
      toolName,
      result,
      ...(isError === undefined ? {} : { isError }),
      ...(dynamicResult && { dynamic: dynamicResult }),
    },
    // Whole with a type and an id.
    ...(source === undefined ? [] : [{ type: 'source', id: `source-${index + 1}`, ...source } as ContentPart]),
  ]
}
