// The errors of the command. It prints them, and so each is held to what the command said.

import { join, relative } from 'node:path'
import {
  AppFileError,
  FlowNotFoundError,
  LocalOnlyError,
  main,
  OutputFileError,
  type FlowNotFoundErrorDetails,
} from '@understudy/cli'
import type { Occasion } from './occasion'

const digestFile = here('digest.eval-file.ts')
const otherFile = here('digest-again.eval-file.ts')
// Any file that exports something else.
const brokenFile = relative(process.cwd(), join(import.meta.dir, 'occasion.ts'))

function here(name: string): string {
  return relative(process.cwd(), join(import.meta.dir, 'eval-files', name))
}

/** Runs the command, and throws the error when that is why it was refused. */
async function throwRefused(args: readonly string[], error: Error, env: Record<string, string> = {}): Promise<never> {
  let stderr = ''
  const write = (text: string): void => void (stderr += text)
  const code = await main(args, { stdout: { write }, stderr: { write }, env, onInterrupt: () => () => undefined })
  if (code === 2 && stderr === `error: ${error.message}\n`) throw error
  throw new Error(`The command ended with ${code} and said: ${stderr}`)
}

function notFound(details: Partial<FlowNotFoundErrorDetails>): FlowNotFoundError {
  const known = [{ flow: 'ticket-digest', file: digestFile }]
  return new FlowNotFoundError({ flow: undefined, known, failures: [], matching: [], ...details })
}

/** How each error of the package occurs. */
export const cliErrors: readonly Occasion[] = [
  {
    when: 'a flow is misspelled',
    occur: () => throwRefused(['ai:eval', 'ticket-digst', '--file', digestFile], notFound({ flow: 'ticket-digst' })),
  },
  {
    when: 'two files have a flow',
    occur: () => {
      const files = [digestFile, otherFile]
      const args = files.flatMap((file) => ['--file', file])
      return throwRefused(
        ['ai:eval', 'ticket-digest', ...args],
        notFound({
          flow: 'ticket-digest',
          matching: files,
          known: files.map((file) => ({ flow: 'ticket-digest', file })),
        }),
      )
    },
  },
  {
    when: 'the only file named has no eval',
    occur: async () => {
      const { loadEvals } = await import('@understudy/eval')
      const { failures } = await loadEvals([brokenFile])
      return throwRefused(['ai:eval', '--file', brokenFile], notFound({ known: [], failures }))
    },
  },
  {
    when: 'a file is named that has no app',
    occur: () =>
      throwRefused(
        ['tool:list', '--app', brokenFile],
        new AppFileError(brokenFile, 'it exports errorOf, and neither default nor app is what createApp() makes'),
      ),
  },
  {
    when: 'a report would go where there is no folder',
    occur: () =>
      throwRefused(
        ['ai:eval', '--file', digestFile, '--junit', 'no-reports/report.xml'],
        new OutputFileError('no-reports/report.xml', 'ENOENT'),
      ),
  },
  {
    when: 'a tool is called by hand in production',
    occur: () =>
      throwRefused(['tool:call', 'tickets_close', '--as', 'user:1'], new LocalOnlyError('tool:call'), {
        NODE_ENV: 'production',
      }),
  },
]
