// Renders what every public error says, grouped by package, so that the wording is reviewed as a whole in
// error-messages.md. Knows no error: how each occurs is in <package>-errors.ts.
//
// To add an error: one more occasion in the list of its package, then `bun tests/errors/error-messages.ts`.

import { join } from 'node:path'
import * as agents from '@understudy/agents'
import * as app from '@understudy/app'
import * as appSql from '@understudy/app/sql'
import * as cli from '@understudy/cli'
import * as evals from '@understudy/eval'
import * as script from '@understudy/script'
import * as testing from '@understudy/testing'
import { agentsErrors } from './agents-errors'
import { appErrors } from './app-errors'
import { cliErrors } from './cli-errors'
import { evalErrors } from './eval-errors'
import { errorOf, type Occasion } from './occasion'
import { scriptErrors } from './script-errors'
import { sqlErrors } from './sql-errors'
import { testingErrors } from './testing-errors'

/** One way in which an error occurred. */
export interface OccurredError {
  when: string
  error: Error
}

/** A package, or a subpath of one, with its classes of errors and how they occurred. */
export interface PackageErrors {
  name: string
  /** The names of the exported classes, in order. */
  exported: readonly string[]
  /** Those that no entry before exports: a class that is handed on need not occur again. */
  own: readonly string[]
  occurred: readonly OccurredError[]
}

/** The page, in the repository. */
export const messagesPath = join(import.meta.dir, 'error-messages.md')

/** Every entry that exports errors. */
const packages: readonly [name: string, exports: object, occasions: readonly Occasion[]][] = [
  ['@understudy/script', script, scriptErrors],
  ['@understudy/app', app, appErrors],
  ['@understudy/app/sql', appSql, sqlErrors],
  ['@understudy/agents', agents, agentsErrors],
  ['@understudy/testing', testing, testingErrors],
  ['@understudy/eval', evals, evalErrors],
  ['@understudy/cli', cli, cliErrors],
]

/** Makes every error occur, one after another: they share the process's fakes. */
export async function collectErrors(): Promise<PackageErrors[]> {
  const collected: PackageErrors[] = []
  const known = new Set<unknown>()
  for (const [name, exports, occasions] of packages) {
    const classes = Object.entries(exports).filter(([, value]) => isErrorClass(value))
    const own = classes.filter(([, value]) => !known.has(value))
    for (const [, value] of own) known.add(value)
    const occurred: OccurredError[] = []
    for (const occasion of occasions) occurred.push({ when: occasion.when, error: await errorOf(occasion) })
    collected.push({ name, exported: namesOf(classes), own: namesOf(own), occurred })
  }
  return collected
}

function namesOf(classes: readonly (readonly [name: string, value: unknown])[]): string[] {
  return classes.map(([name]) => name).toSorted()
}

function isErrorClass(value: unknown): boolean {
  return typeof value === 'function' && value.prototype instanceof Error
}

/** The page: one section a package, one heading a class, one block a message. */
export function renderMessages(collected: readonly PackageErrors[]): string {
  const intro = [
    '# What every error says',
    'Written by `bun tests/errors/error-messages.ts` from errors that occurred. A message says what happened, what is known, and the fix as code.',
  ]
  return `${[...intro, ...collected.flatMap(renderPackage)].join('\n\n')}\n`
}

function renderPackage({ name, occurred }: PackageErrors): string[] {
  const classNames = [...new Set(occurred.map(({ error }) => error.constructor.name))].toSorted()
  return [`## ${name}`, ...classNames.flatMap((className) => renderClass(className, occurred))]
}

function renderClass(className: string, occurred: readonly OccurredError[]): string[] {
  const own = occurred.filter(({ error }) => error.constructor.name === className)
  const blocks = own.map(({ when, error }) => `When ${when}:\n\n\`\`\`text\n${withoutPlaces(error.message)}\n\`\`\``)
  return [`### ${className}`, ...own.slice(0, 1).map(({ error }) => `Code \`${codeOf(error)}\`.`), ...blocks]
}

/** Where in a file something stands changes with every line above it. */
function withoutPlaces(message: string): string {
  return message.replaceAll(/(\.ts):\d+(:\d+)?/g, '$1:…')
}

/** The stable code of an error. */
export function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : 'none'
}

if (import.meta.main) await Bun.write(messagesPath, renderMessages(await collectErrors()))
