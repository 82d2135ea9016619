/**
 * What a `TestApp` is given: refused where it would fail with words of somebody else's, or be sent as something else than
 * was meant. Knows no request.
 */
import { Agent } from '@understudy/agents'
import { checkOptions, checkText, describeGiven, TestSetupError } from '@understudy/script/fake'

/** A fetch function, and not the app that has it. */
export function refuseNoFetch(fetch: unknown): void {
  if (typeof fetch === 'function') return
  const isApp = typeof fetch === 'object' && fetch !== null && 'fetch' in fetch
  const given = isApp ? 'an app' : describeGiven(fetch)
  throw new TestSetupError(
    `TestApp.fromFetch() takes a function that answers requests, and was given ${given}. ` +
      'Give its fetch: `TestApp.fromFetch((request) => app.fetch(request))`; or `await TestApp.fromApp(app)` for an app of `createApp`.',
  )
}

/** What answered must be a Response. */
export function refuseNoResponse(response: unknown, request: string): void {
  if (response instanceof Response) return
  // One of another realm, or of a polyfill, reads the same.
  if (typeof response === 'object' && response !== null && 'arrayBuffer' in response && 'headers' in response) return
  throw new TestSetupError(
    `${request} was answered with ${describeGiven(response)}, which is no Response. Return one: \`new Response('…')\`, or \`Response.json({ … })\`.`,
  )
}

/** A bearer token, without the word before it. */
export function checkToken(bearer: unknown): void {
  checkText('withToken', bearer, 'a bearer token')
  const [, token] = /^bearer\s+(.*)$/i.exec(String(bearer)) ?? []
  if (token === undefined) return
  throw new TestSetupError(
    'withToken() was given a token that begins with "Bearer", which it sends before the token itself. Leave the word out: `withToken(\'…\')`.',
  )
}

/** Cookies by their names. */
export function checkCookies(cookies: unknown): void {
  const fix = "Give them by their names: `withCookies({ session: '…' })`."
  if (typeof cookies !== 'object' || cookies === null || Array.isArray(cookies)) {
    throw new TestSetupError(`withCookies() takes cookies, and was given ${describeGiven(cookies)}. ${fix}`)
  }
  for (const [name, value] of Object.entries(cookies)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      throw new TestSetupError(
        `withCookies() was given the name ${describeGiven(name)}, which no cookie can have. ${fix}`,
      )
    }
    if (typeof value !== 'string') {
      throw new TestSetupError(
        `withCookies() was given ${describeGiven(value)} for the cookie ${describeGiven(name)}, and a cookie is a text. ${fix}`,
      )
    }
    if (/;\s*[\w-]+=/.test(value)) {
      throw new TestSetupError(
        `withCookies() was given several cookies in the value of ${describeGiven(name)}: ${describeGiven(value)}. ${fix}`,
      )
    }
  }
}

/** Who calls a tool. */
export function checkToolOptions(options: unknown): void {
  const example = "http.tool('…', input, { as: principal })"
  checkOptions('tool', options ?? {}, { names: ['as', 'agent'], example })
  const { as, agent } = (options ?? {}) as { readonly as?: unknown; readonly agent?: unknown }
  if (as === undefined) {
    throw new TestSetupError(
      `tool() was not told who calls the tool. Say it: \`${example}\`; \`{ as: null }\` calls anonymously.`,
    )
  }
  if (agent === undefined || (typeof agent === 'function' && agent.prototype instanceof Agent)) return
  throw new TestSetupError(
    `tool() was given ${describeGiven(agent)} as its agent. Give the class itself: \`{ as: principal, agent: MyAgent }\`.`,
  )
}

/** Options of a fake. */
export function checkFakeOptions(options: unknown): void {
  checkOptions('fakeAi', options, { names: ['strict', 'binding'], example: "{ strict: true, binding: 'ai' }" })
  const { strict, binding } = options as { readonly strict?: unknown; readonly binding?: unknown }
  if (strict !== undefined && typeof strict !== 'boolean') {
    throw new TestSetupError(
      `fakeAi() was given ${describeGiven(strict)} as \`strict\`. Give true or false: \`{ strict: true }\`.`,
    )
  }
  if (binding !== undefined) checkText('fakeAi', binding, 'the name of a binding')
}
