/** The app of a file. Knows no tool. */
import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inProcess, isApp, type InProcessApp } from '@understudy/app'
import { AppFileError } from './errors/app-file-error.js'

/** Where an app is looked for when none is named. */
const USUAL = ['src/app.ts', 'app.ts', 'src/index.ts', 'src/app.js', 'app.js', 'src/index.js']

/** An app, to be disposed of. */
export interface LoadedApp extends AsyncDisposable {
  readonly file: string
  readonly app: InProcessApp
}

/**
 * Loads the app that a file exports as `default` or `app`: itself, or as a function that makes it.
 * @throws AppFileError
 */
export async function loadApp(given: string | undefined): Promise<LoadedApp> {
  const file = given ?? (await firstThere(USUAL))
  if (file === undefined) throw new AppFileError(USUAL.slice(0, 3).join(', '), 'there is no such file here')
  const module = await importModule(file)
  const exported = module['default'] ?? module['app']
  const app: unknown = isApp(Object(exported)) ? exported : await make(file, exported)
  if (typeof app !== 'object' || app === null || !isApp(app)) {
    const names = Object.keys(module).join(', ') || 'nothing'
    throw new AppFileError(file, `it exports ${names}, and neither default nor app is what createApp() makes`)
  }
  return { file, app: inProcess(app), [Symbol.asyncDispose]: () => dispose(app) }
}

async function firstThere(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) if (await isThere(file)) return file
  return undefined
}

async function isThere(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  )
}

async function importModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  if (!(await isThere(file))) throw new AppFileError(file, 'there is no such file')
  try {
    return await import(pathToFileURL(resolve(file)).href)
  } catch (cause) {
    throw new AppFileError(file, cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

async function make(file: string, exported: unknown): Promise<unknown> {
  if (typeof exported !== 'function') return exported
  try {
    return await exported()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AppFileError(file, `its function threw: ${reason}`, { cause })
  }
}

async function dispose(app: object): Promise<void> {
  const { [Symbol.asyncDispose]: later, [Symbol.dispose]: now } = app as Partial<AsyncDisposable & Disposable>
  if (later !== undefined) await later.call(app)
  else now?.call(app)
}
