/** The app of one attempt: made, set up, and whatever happens taken down again. */
import { viewOf, type AppAi } from '@understudy/agents'
import { inProcess, type AnyHono, type Principal } from '@understudy/app'
import type { EvalCase } from '../cases/eval-case.js'
import { untilAborted, type Clock } from '../clock.js'
import type { AnyEvalDefinition, Eval } from '../definition/define-eval.js'
import { AttemptFailedError } from '../errors/attempt-failed-error.js'
import { EvalBindingError } from '../errors/eval-binding-error.js'
import { TimeLimit } from './time-limit.js'

/** An app that is ready to be asked. */
export interface Session {
  readonly app: AnyHono
  readonly view: AppAi
  readonly principal: Principal | null
  /** Takes the app down, and returns what went wrong with that. */
  close(): Promise<unknown>
}

/** For which case, and for how long. */
export interface SessionSetup {
  readonly kase: EvalCase
  readonly signal: AbortSignal
  readonly clock: Clock
  /** Hears of what went wrong with taking down an app that could not be set up. */
  readonly onTeardownError: (error: unknown) => void
}

/**
 * Makes an app and sets it up for a case.
 * @throws AttemptFailedError, when the app has been taken down again.
 */
export async function openSession(
  evaluation: Eval,
  { kase, signal, clock, onTeardownError }: SessionSetup,
): Promise<Session> {
  const { definition } = evaluation
  const app = await inSetup(signal, () => makeApp(definition, kase, signal))
  const close = (): Promise<unknown> => takeDown(evaluation, { app, kase, clock })
  try {
    return await inSetup(signal, async () => {
      const view = bindingOf(evaluation, app)
      await untilAborted(definition.setup?.(app, kase, { signal }), signal)
      const principal = (await untilAborted(definition.as?.(app, kase, { signal }), signal)) ?? null
      return { app, view, principal, close }
    })
  } catch (error) {
    const problem = await close()
    if (problem !== undefined) onTeardownError(problem)
    throw error
  }
}

/** The app's AI binding. */
export function bindingOf({ flow, definition }: Eval, app: AnyHono): AppAi {
  const inside = inProcess(app)
  const found = new Map<string, AppAi>()
  for (const name of inside.bindingNames) {
    const view = viewOf(inside.make(name))
    if (view !== undefined) found.set(name, view)
  }
  const [only] = found.values()
  const chosen = definition.binding === undefined && found.size === 1 ? only : found.get(definition.binding ?? '')
  if (chosen === undefined) throw new EvalBindingError(flow, [...found.keys()])
  return chosen
}

/** The app of a case; one that comes when nobody waits any more is disposed. */
export async function makeApp(definition: AnyEvalDefinition, kase: EvalCase, signal: AbortSignal): Promise<AnyHono> {
  const making = Promise.resolve(definition.app(kase, { signal }))
  try {
    return await untilAborted(making, signal)
  } catch (error) {
    // An app that comes too late still holds what it opened.
    if (signal.aborted) making.then(disposeApp, () => undefined)
    throw error
  }
}

async function inSetup<T>(signal: AbortSignal, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    throw new AttemptFailedError({ failureClass: signal.aborted ? 'timeout' : 'setup', cause })
  }
}

/** Takes an app down, and returns what went wrong with that. It has a time limit of its own: it runs when the attempt's is over, too. */
export async function takeDown(
  { definition, timeoutMs }: Eval,
  { app, kase, clock }: { readonly app: AnyHono; readonly kase: EvalCase; readonly clock: Clock },
): Promise<unknown> {
  using limit = new TimeLimit(clock, timeoutMs)
  const { signal } = limit
  const problems: unknown[] = []
  for (const step of [() => definition.teardown?.(app, kase, { signal }), () => disposeApp(app)]) {
    try {
      await untilAborted(Promise.resolve(step()), signal)
    } catch (error) {
      problems.push(error)
    }
  }
  return problems[0]
}

/** Disposes an app that can be. */
async function disposeApp(app: object | null | undefined): Promise<void> {
  // A function that forgot to return the app is told by what looks for its bindings.
  const { [Symbol.asyncDispose]: later, [Symbol.dispose]: now } = (app ?? {}) as Partial<AsyncDisposable & Disposable>
  if (later === undefined) now?.call(app)
  else await later.call(app)
}
