/** What the tests of fixtures share: a folder of their own, and the file that was written. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json, JsonObject } from './fixtures/json.js'

/** A new folder for fixtures, which goes with the block. */
export function temporaryFolder(): Disposable & { readonly path: string; file(name: string): string } {
  const path = mkdtempSync(join(tmpdir(), 'understudy-fixtures-'))
  return {
    path,
    file: (name) => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** The turns of a fixture as they stand in the file. */
export function turnsIn(file: string): JsonObject[] {
  return (JSON.parse(readFileSync(file, 'utf8')) as { turns: JsonObject[] }).turns
}

/** A fixture with those turns, as one writes it by hand. */
export function fixtureText(turns: Json): string {
  return JSON.stringify({ name: 'by hand', turns })
}
