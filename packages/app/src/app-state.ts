/**
 * What an app of `createApp` or `extendApp` carries beside its routes, found again from the Hono object.
 * The in-process side of an app: for packages built on this one, never reachable by a request.
 */
import type { Env } from 'hono'
import type { HonoBase } from 'hono/hono-base'
import type { AppOptions } from './app-options.js'
import type { ApprovalRequest } from './approvals/approval-store.js'
import type { AuditRecord } from './audit/audit-record.js'
import { fileOf } from './audit/file-audit.js'
import { viewFor } from './bindings/binds-to-app.js'
import { type FakeOwner, Fakes } from './bindings/fakes.js'
import { createDelivery, type Deliver } from './deliver.js'
import { AppSetupError } from './errors/app-setup-error.js'
import { quoted } from './quoted.js'
import { readClock } from './read-clock.js'
import { FakeConflictError } from './errors/fake-conflict-error.js'
import { UnknownNameError } from './errors/unknown-name-error.js'
import { deriveTools, type DerivedTool } from './tools/derive-tools.js'

/** Any Hono app, whatever its types. */
export type AnyHono = Pick<HonoBase<Env, {}, string>, 'routes'> & {
  // A method, not a property: it is compared loosely, so that an app of any environment is one of these.
  fetch(request: Request, env?: unknown, executionCtx?: unknown): Response | Promise<Response>
}

/** An app as agents and tests use it from inside the process. */
export class InProcessApp {
  readonly options: AppOptions<object>
  /** The names of the bindings, in the order they were listed. */
  readonly bindingNames: readonly string[]
  /** The app's clock: milliseconds since the epoch. Throws an AppSetupError when the app's own says no time. */
  readonly now: () => number
  /** Takes a record of each call, when the app keeps any. */
  readonly audit: Deliver<AuditRecord> | undefined
  /** Says that a request for approval was filed, when the app wants to know. */
  readonly notify: Deliver<ApprovalRequest> | undefined
  readonly #views: ReadonlyMap<string, unknown>
  readonly #fakes: Fakes = new Fakes()
  /** The Hono object whose `fetch` answers: the app, or the `basePath()` of it that was given an error or 404 handler last. */
  hono: AnyHono
  #derived: { readonly routes: number; readonly tools: ReadonlyMap<string, DerivedTool> } | undefined

  constructor(hono: AnyHono, options: AppOptions<object>) {
    this.hono = hono
    this.options = options
    const { now } = options
    this.now = now ? () => readClock(now) : Date.now
    this.audit = options.audit && createDelivery('audit', options.audit, fileOf(options.audit))
    const notify = options.approvals?.notify
    this.notify = notify && createDelivery('approvals.notify', notify)
    this.bindingNames = Object.keys(options.bindings ?? {})
    this.#views = new Map(
      Object.entries(options.bindings ?? {}).map(([name, value]) => [name, viewFor(value, this, name)]),
    )
  }

  /** The binding as it is when nothing fakes it. */
  realBinding(name: string): unknown {
    if (!this.#views.has(name)) {
      const key = /^\w{1,64}$/.test(name) ? name : `${quoted(name)}: …`
      const fix = `Add it: \`createApp({ bindings: { ${key} } })\`.`
      throw new UnknownNameError({ kind: 'binding', given: name, known: this.bindingNames, fix })
    }
    return this.#views.get(name)
  }

  /** The binding's value here and now: the fake that this call belongs to, else the real one. */
  make(name: string): unknown {
    const real = this.realBinding(name)
    const fake = this.#fakes.valueOf(name)
    return fake ? fake.value : real
  }

  /** The same for who merely looks, as a failure that is told: no fake hears of a call that it could have been for. */
  peek(name: string): unknown {
    const real = this.realBinding(name)
    const fake = this.#fakes.peek(name)
    return fake ? fake.value : real
  }

  /**
   * Refuses work that began under a fake which has ended since: what it left behind must not meet the real thing.
   * @throws FakeConflictError
   */
  refuseAfterFake(name: string): void {
    if (this.#fakes.hasEnded(name)) throw new FakeConflictError(name, 'ended')
  }

  /** Puts a value in a binding's place until the result is disposed; `by` hears of calls that it could not be given. */
  fake(name: string, value: unknown, by?: FakeOwner): Disposable {
    this.realBinding(name)
    // A binding that makes a view of itself for each app makes one here too.
    return this.#fakes.put(name, viewFor(value, this, name), by)
  }

  /**
   * The tools that the app's routes declare, by name.
   * @throws ToolDerivationError with all problems of all routes.
   */
  tools(): ReadonlyMap<string, DerivedTool> {
    const { routes } = this.hono
    if (this.#derived?.routes !== routes.length) {
      this.#derived = { routes: routes.length, tools: deriveTools(routes, Object.keys(this.options.policies ?? {})) }
    }
    return this.#derived.tools
  }
}

const registry = new WeakMap<object, InProcessApp>()

/** Remembers an app's state under a Hono object that serves it. */
export function registerApp(hono: object, app: InProcessApp): void {
  registry.set(hono, app)
}

/** Whether the object is an app of `createApp` or `extendApp`. */
export function isApp(hono: unknown): boolean {
  return typeof hono === 'object' && hono !== null && registry.has(hono)
}

/**
 * The in-process side of an app.
 * @throws AppSetupError when the object was made by neither `createApp` nor `extendApp`.
 */
export function inProcess(hono: object): InProcessApp {
  const app = registry.get(hono)
  if (app !== undefined) return app
  throw new AppSetupError(
    'This app was made by neither createApp() nor extendApp(), so it has no bindings and no tools. ' +
      'Wrap the existing one: `const app = extendApp(honoApp, { bindings: { ai } })`.',
    'plain-app',
  )
}
