// The wire format of Google's Gemini API, as far as the contents need it.

import { type Block, type Content, failure, modelId } from './content'
import { type HostedBlock, isHosted } from './hosted-block'
import { joined, type Wire, type WireEvent } from './wire'

const stops = { stop: 'STOP', length: 'MAX_TOKENS', 'content-filter': 'SAFETY', 'tool-calls': 'STOP' }

function hostedParts(block: HostedBlock): object[] {
  switch (block.type) {
    case 'execution':
      return [
        { executableCode: { language: 'PYTHON', code: block.code } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: block.prints } },
      ]
    case 'remote': {
      const tool = { id: 'server_1', toolType: block.name }
      return [
        { toolCall: { ...tool, args: block.input } },
        { toolResponse: { ...tool, response: { answer: block.answer } } },
      ]
    }
    default:
      throw new Error('Gemini tells of no other tool as a call.')
  }
}

function parts(block: Block, whole: boolean): object[] {
  if (isHosted(block)) return hostedParts(block)
  switch (block.type) {
    case 'reasoning':
    case 'text': {
      const texts = whole || block.deltas.length === 0 ? [joined(block)] : block.deltas
      return texts.map((text) => (block.type === 'reasoning' ? { text, thought: true } : { text }))
    }
    case 'call':
      return [{ functionCall: { name: block.name, args: block.input } }]
    case 'file':
      return [{ inlineData: { mimeType: block.mediaType, data: block.data } }]
  }
}

function grounding(blocks: readonly Block[]): object {
  const pages = blocks.flatMap((block) => (block.type === 'text' && block.cites ? [block.cites] : []))
  if (pages.length === 0) return {}
  return { groundingMetadata: { groundingChunks: pages.map(({ url, title }) => ({ web: { uri: url, title } })) } }
}

function chunk(candidate: object, counts?: Content['counts']): object {
  return {
    candidates: [{ index: 0, ...candidate }],
    modelVersion: modelId,
    responseId: 'response_1',
    ...(counts && {
      usageMetadata: {
        promptTokenCount: counts.input,
        cachedContentTokenCount: counts.cached,
        candidatesTokenCount: counts.output - counts.reasoning,
        thoughtsTokenCount: counts.reasoning,
        totalTokenCount: counts.input + counts.output,
      },
    }),
  }
}

export const googleWire: Wire = {
  answer: ({ blocks, stop, counts }) =>
    chunk(
      {
        content: { role: 'model', parts: blocks.flatMap((block) => parts(block, true)) },
        finishReason: stops[stop],
        ...grounding(blocks),
      },
      counts,
    ),
  events({ blocks, stop, counts, fails }): WireEvent[] {
    const sent = blocks.flatMap((block) => parts(block, false))
    const chunks = sent.map((part) => chunk({ content: { role: 'model', parts: [part] } }))
    const last = { content: { role: 'model', parts: [] }, finishReason: stops[stop], ...grounding(blocks) }
    const end = fails === 'after' ? googleWire.failure(failure.message) : chunk(last, counts)
    return [...chunks, end].map((data) => ({ data }))
  },
  failure: (message) => ({ error: { code: failure.status, message, status: 'UNAVAILABLE' } }),
}
