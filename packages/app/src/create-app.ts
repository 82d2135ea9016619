/**
 * `createApp` and `extendApp`: a Hono app with bindings, a principal and tools.
 * Adds members and an entrance to the Hono object; routing stays Hono's.
 */
import { Hono } from 'hono'
import type { BlankEnv, BlankSchema, Env, Schema } from 'hono/types'
import type { HonoBase } from 'hono/hono-base'
import type { AppEnv, AppOptions, BindingsOf } from './app-options.js'
import { createAppApprovals, type AppApprovals } from './approvals/app-approvals.js'
import { InProcessApp, isApp, registerApp } from './app-state.js'
import { checkOptions } from './check-options.js'
import { AppSetupError } from './errors/app-setup-error.js'
import { createEntrance } from './http/entrance.js'
import { EntranceRouter } from './http/entrance-router.js'
import { isRecord } from './is-record.js'
import { nameOf } from './name-of.js'
import type { DerivedTool } from './tools/derive-tools.js'

/** The members that an app has beside Hono's. On a plain Hono app they are absent, and `never` in its type. */
interface AppMembers<Bindings> {
  make: <Name extends keyof Bindings & string>(name: Name) => Bindings[Name]
  fake: <Name extends keyof Bindings & string>(name: Name, value: NoInfer<Bindings[Name]>) => Disposable
  tools: () => readonly DerivedTool[]
  approvals: AppApprovals
}

type Member<E extends Env, Key extends keyof AppMembers<unknown>> = [BindingsOf<E>] extends [never]
  ? never
  : AppMembers<BindingsOf<E>>[Key]

// Hono's chain (`app.get(…).post(…)`) is typed to return Hono's own class, so the members must be known there to survive it.
declare module 'hono/hono-base' {
  interface HonoBase<
    E extends Env = Env,
    S extends Schema = {},
    BasePath extends string = '/',
    CurrentPath extends string = BasePath,
  > {
    /** The binding of that name: the fake that stands in for it here, else the real one. On apps of `createApp()`. */
    readonly make: Member<E, 'make'>
    /** Puts a value in a binding's place until the result is disposed. On apps of `createApp()`. */
    readonly fake: Member<E, 'fake'>
    /** The tools that the routes declare; throws `ToolDerivationError` with all problems. On apps of `createApp()`. */
    readonly tools: Member<E, 'tools'>
    /** The calls that wait for a human's yes, and the answers to them. On apps of `createApp()`. */
    readonly approvals: Member<E, 'approvals'>
  }
}

/**
 * A new Hono app with bindings, a principal and tools.
 * @throws AppSetupError when its options cannot work: all that is wrong with them.
 */
export function createApp<Bindings extends object = {}>(
  options: AppOptions<Bindings> = {},
): Hono<AppEnv<Bindings>, BlankSchema, '/'> {
  return extendApp(new Hono<BlankEnv, BlankSchema, '/'>(), options)
}

/**
 * Gives the same to an app that already exists, in place; its routes, present and future, see the bindings and a principal.
 * @throws AppSetupError when it is no Hono app, has been extended before, or its options cannot work.
 */
export function extendApp<Bindings extends object, E extends Env, S extends Schema, BasePath extends string>(
  hono: HonoBase<E, S, BasePath>,
  options: AppOptions<Bindings> = {},
): Hono<E & AppEnv<Bindings>, S, BasePath> {
  if (isApp(hono)) {
    throw new AppSetupError(
      'This app was made by createApp(), or extended before, and its options are what they are. ' +
        'Give all of them to one call: `extendApp(honoApp, { bindings, authenticate, policies })`.',
      'extended',
    )
  }
  checkHono(hono)
  checkOptions(options)
  const target = hono as unknown as HonoBase<Env>
  const app = new InProcessApp(target, options)
  target.router = new EntranceRouter(target.router, createEntrance(app))
  addMembers(target, app)
  return hono as unknown as Hono<E & AppEnv<Bindings>, S, BasePath>
}

/** By what is needed of it: an app may come from another copy of Hono. */
function checkHono(hono: unknown): void {
  const has = (name: string): boolean => isRecord(hono) && typeof hono[name] === 'function'
  if (isRecord(hono) && isRecord(hono['router']) && ['fetch', 'route', 'basePath', 'onError', 'notFound'].every(has))
    return
  throw new AppSetupError(
    `extendApp() was given ${nameOf(hono)} in place of a Hono app, and nothing was extended. ` +
      'Give it the app itself: `extendApp(new Hono(), { bindings })`, or make a new one: `createApp({ bindings })`.',
  )
}

function addMembers(target: HonoBase<Env>, app: InProcessApp): void {
  registerApp(target, app)
  const basePath = target.basePath.bind(target)
  const { onError, notFound } = target
  const route = target.route.bind(target)
  Object.assign(target, {
    make: (name: string) => app.make(name),
    fake: (name: string, value: unknown) => app.fake(name, value),
    tools: () => [...app.tools().values()],
    approvals: createAppApprovals(app),
    basePath: (path: string) => {
      const sub = basePath(path) as HonoBase<Env>
      addMembers(sub, app)
      return sub
    },
    route: (path: string, sub: HonoBase<Env>) => {
      refuseApp(path, sub)
      return route(path, sub)
    },
    // `basePath()` makes another Hono object on the same routes. Only these two can differ between them.
    onError: (...given: Parameters<typeof onError>) => {
      app.hono = target
      return onError(...given)
    },
    notFound: (...given: Parameters<typeof notFound>) => {
      app.hono = target
      return notFound(...given)
    },
  })
}

/** Hono mounts an app by copying its routes, and the entrance is none of them. */
function refuseApp(path: string, sub: object): void {
  if (!isApp(sub)) return
  throw new AppSetupError(
    `The app mounted at route('${path}') was made by createApp() or extendApp(). ` +
      'Mounted, it would lose its bindings, authenticate and policies: only those of the outermost app count. ' +
      'Give them to that one, and mount a plain sub-app: `new Hono<AppEnv<{ ai: Ai }>>()`.',
    'mounted',
  )
}
