/**
 * Asks the agent once, with a model that behaves, to learn what its model is offered: scripts are composed from that.
 */
import type { AnyAgent } from '@understudy/agents'
import type { ModelCall } from '@understudy/script'
import { forever, improviseOutput, named, quotedName, TestSetupError } from '@understudy/script/fake'
import type { AnswerStep } from '@understudy/script'
import type { FakeAi } from '../fake/fake-ai.js'
import type { ReplyOf } from '../fake/typed-reply.js'
import type { TestApp } from '../http/test-app.js'
import { askOnce } from './ask-once.js'
import { endOf } from './end-of.js'
import type { Mode, Setup } from './setup.js'

/** A tool and what its input looks like. */
export interface ToolShape {
  readonly name: string
  readonly schema: object
}

/** What a model of the agent is offered, and what of the app it is not. */
export interface Offer {
  readonly tools: readonly ToolShape[]
  /** The app's tools that the agent does not offer. */
  readonly others: readonly ToolShape[]
  /** Whether an answer is JSON, and what it looks like. */
  readonly output: { readonly schema: object | undefined } | undefined
  readonly modes: readonly Mode[]
}

/**
 * What the agent's model is offered.
 * @throws TestSetupError when the request does not prompt the agent; what asking it throws.
 */
export async function scoutOffer<A extends AnyAgent>(setup: Setup<A>): Promise<Offer> {
  const http = await setup.openApp()
  const ai = http.fakeAi()
  try {
    return offerOf(await offeredBy(ai, setup, http), { setup, http })
  } finally {
    endOf(ai)
  }
}

async function offeredBy<A extends AnyAgent>(ai: FakeAi, setup: Setup<A>, http: TestApp): Promise<ModelCall> {
  setup.arrange(ai)
  let offered: ModelCall | undefined
  ai.respond(setup.Class, () =>
    goodReply<A>((request) => {
      offered ??= request
    }),
  )
  const { thrown } = await askOnce(ai, { setup, http, mode: setup.request === undefined ? 'prompt' : 'request' })
  if (offered === undefined) throw thrown ?? notPrompted(setup, ai)
  return offered
}

/** A reply of a model that behaves: it calls nothing, and answers in the shape asked for. */
export function goodReply<A extends AnyAgent>(onCall?: (request: ModelCall) => void): ReplyOf<A> {
  // A function step fits every agent: what it returns is checked when it does.
  return forever((request: ModelCall): AnswerStep => {
    onCall?.(request)
    return goodAnswer(request.responseFormat?.type === 'json' ? request.responseFormat : undefined)
  })
}

/** An answer in the shape asked for. */
export function goodAnswer(
  output: { readonly schema?: object | undefined } | undefined,
): string | { readonly output: unknown } {
  if (output === undefined) return 'Done.'
  const made = improviseOutput(output.schema, 0)
  return made.ok ? { output: made.value } : 'Done.'
}

function offerOf(
  { tools, responseFormat }: ModelCall,
  { setup, http }: { readonly setup: Setup; readonly http: TestApp },
): Offer {
  const shapes = tools.flatMap((tool) =>
    tool.type === 'function' ? [{ name: tool.name, schema: tool.inputSchema }] : [],
  )
  const others = http.tools().flatMap(({ name, inputSchema }) => {
    return shapes.some((shape) => shape.name === name) ? [] : [{ name, schema: inputSchema }]
  })
  const output = responseFormat?.type === 'json' ? { schema: responseFormat.schema } : undefined
  const direct: readonly Mode[] = output === undefined ? ['prompt', 'stream'] : ['prompt']
  return { tools: shapes, others, output, modes: setup.request === undefined ? direct : ['request'] }
}

function notPrompted({ agent, Class }: Setup, ai: FakeAi): TestSetupError {
  const run = ai.report()
  return new TestSetupError(
    `mischief() sent its request, and the agent ${quotedName(agent)} was not prompted. ` +
      `Send one that makes the app prompt ${named(Class.name)}: \`request: (http) => http.post('/…', { … })\`.` +
      (run === undefined ? '' : `\n\n${run}`),
  )
}
