/**
 * The stream form of a result: the parts a provider sends for the same content, in the order it sends them.
 */
import type { SdkContent, SdkResult, SdkStreamPart, SdkStreamResult } from '../sdk-types.js'

/** A result as a stream. Text, reasoning and tool input come in one delta each. */
export function streamResult(result: SdkResult): SdkStreamResult {
  const parts = streamParts(result)
  const { request, response } = result
  return {
    stream: new ReadableStream<SdkStreamPart>({
      start(controller) {
        for (const part of parts) controller.enqueue(part)
        controller.close()
      },
    }),
    ...(request === undefined ? {} : { request }),
    ...(response?.headers === undefined ? {} : { response: { headers: response.headers } }),
  }
}

function streamParts(result: SdkResult): SdkStreamPart[] {
  const { content, finishReason, usage, warnings, providerMetadata, response = {} } = result
  const { headers: _headers, body: _body, ...metadata } = response
  return [
    { type: 'stream-start', warnings },
    { type: 'response-metadata', ...metadata },
    ...content.flatMap((part, index) => contentParts(part, String(index + 1))),
    { type: 'finish', finishReason, usage, ...(providerMetadata === undefined ? {} : { providerMetadata }) },
  ]
}

function contentParts(part: SdkContent, id: string): SdkStreamPart[] {
  switch (part.type) {
    case 'text': {
      const { text, citations, providerMetadata } = part
      const metadata = providerMetadata === undefined ? {} : { providerMetadata }
      return [
        { type: 'text-start', id, ...metadata },
        { type: 'text-delta', id, delta: text },
        { type: 'text-end', id, ...metadata, ...(citations === undefined ? {} : { citations }) },
      ]
    }
    case 'reasoning': {
      const { text, providerMetadata } = part
      const metadata = providerMetadata === undefined ? {} : { providerMetadata }
      return [
        { type: 'reasoning-start', id, ...metadata },
        { type: 'reasoning-delta', id, delta: text },
        { type: 'reasoning-end', id, ...metadata },
      ]
    }
    case 'tool-call': {
      const { toolCallId, toolName, input, providerExecuted, dynamic } = part
      const flags = {
        ...(providerExecuted === undefined ? {} : { providerExecuted }),
        ...(dynamic === undefined ? {} : { dynamic }),
      }
      return [
        { type: 'tool-input-start', id: toolCallId, toolName, ...flags },
        { type: 'tool-input-delta', id: toolCallId, delta: input },
        { type: 'tool-input-end', id: toolCallId },
        part,
      ]
    }
    default:
      // Every other part has the same form in a stream.
      return [part]
  }
}
