/**
 * A router that puts one handler in front of whatever it matches, also of routes that were there before and of none.
 * This is how an app that already exists gets an entrance without moving its routes, its 404 or its error handler.
 */
import type { H, RouterRoute } from 'hono/types'
import type { Result, Router } from 'hono/router'

type Entry = [H, RouterRoute]

/** Wraps the router of a Hono app. */
export class EntranceRouter implements Router<Entry> {
  readonly #inner: Router<Entry>
  readonly #entrance: Entry

  constructor(inner: Router<Entry>, entrance: H) {
    this.#inner = inner
    this.#entrance = [entrance, { basePath: '/', path: '/*', method: 'ALL', handler: entrance }]
  }

  get name(): string {
    return this.#inner.name
  }

  add(method: string, path: string, handler: Entry): void {
    this.#inner.add(method, path, handler)
  }

  match(method: string, path: string): Result<Entry> {
    const [handlers, ...rest] = this.#inner.match(method, path)
    // Both forms of a result list pairs of a handler and its params; an entrance has none, which fits either.
    return [[[this.#entrance, {}], ...handlers], ...rest] as Result<Entry>
  }
}
