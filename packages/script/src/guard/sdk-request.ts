/**
 * Reads off a request whether the SDK makes it, and for which model. Sends nothing, and knows no guards.
 */

/** A request that is about to leave the process. */
export interface OutgoingRequest {
  readonly url: string
  /** `POST`, or `WebSocket`. */
  readonly method: string
  readonly headers: Headers
  readonly body: unknown
}

/** What a request of the SDK says of its model. */
export interface RequestedModel {
  readonly provider: string
  readonly modelId: string | undefined
  readonly endpoint: string
}

// What the SDK's functions add to a request for a model, and what its providers add to each of their own. Its downloads
// and its chat transports call themselves `ai-sdk/…`: those are no model calls.
const SDK_USER_AGENT = /(?:^|\s)ai\/\d|ai-sdk[-/]provider-utils\//

/** Whom a request of the SDK goes to, and for which model as far as it says; undefined for every other request. */
export function readSdkRequest({ url, method, headers, body }: OutgoingRequest): RequestedModel | undefined {
  if (!SDK_USER_AGENT.test(headers.get('user-agent') ?? '')) return undefined
  const target = URL.canParse(url) ? new URL(url) : undefined
  const asked = headers.get('ai-model-id') ?? headers.get('ai-language-model-id') ?? modelInBody(body)
  return {
    provider: target?.host ?? url,
    modelId: asked ?? target?.searchParams.get('ai-model-id') ?? undefined,
    // A query may carry a key.
    endpoint: `${method} ${target === undefined ? url : `${target.origin}${target.pathname}`}`,
  }
}

/** Most providers name the model in the body, as JSON or as a form. */
function modelInBody(body: unknown): string | undefined {
  const model: unknown = body instanceof FormData ? body.get('model') : jsonMember(body, 'model')
  return typeof model === 'string' ? model : undefined
}

function jsonMember(body: unknown, key: string): unknown {
  if (typeof body !== 'string') return undefined
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  } catch {
    return undefined
  }
}
