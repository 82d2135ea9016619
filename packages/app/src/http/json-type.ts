/** Tells JSON by its content type, for what arrives at a route and for what a route answers. */

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/** Whether a `Content-Type` says JSON; absent, it does not. */
export function isJsonType(contentType: string | null | undefined): boolean {
  return JSON_TYPE.test(contentType ?? '')
}
