/** The commands, their options and their help. Loads what a command needs only when it runs. */
import { Command } from 'commander'
import { compareCommand, checkCommand, mergeCommand, reportCommand } from './commands/folder-commands.js'
import { evalCommand } from './commands/eval-command.js'
import { toolCallCommand, toolListCommand } from './commands/tool-commands.js'
import { isTerminal, paletteOf } from './palette.js'
import type { Surroundings } from './surroundings.js'

/** What a command's action is given. */
export interface ActionContext {
  readonly surroundings: Surroundings
  /** Says what the command exits with; 0 unless called. */
  readonly exitWith: (code: number) => void
}

const EXAMPLES = `
Examples:
  understudy ai:eval ticket-digest --dry-run                  what would run, and what it may cost
  understudy ai:eval ticket-digest --reps 2 --max-cost-usd 5  the baseline
  understudy ai:eval ticket-digest --variant v1               one round against it
  understudy ai:eval:compare ticket-digest baseline v1        is the difference real?
  understudy ai:eval:report ticket-digest                     one HTML file
  understudy tool:call tickets_show --input '{"id":1}' --as user:1

Exit codes:
  0 done   1 a gate failed   2 refused before spending   3 attempts failed   4 cost limit   130 interrupted

Completion: eval "$(understudy complete bash)", or zsh, fish, powershell.`

/** The program. Parsing throws a CommanderError where arguments make no sense, having said so on standard error. */
export function createProgram(surroundings: Surroundings, exitWith: ActionContext['exitWith']): Command {
  const { stdout, stderr, env } = surroundings
  const context: ActionContext = { surroundings, exitWith }
  const program = new Command('understudy')
    .description("Evals of your app's agents on their real models, and your app's tools by hand.")
    .version('0.1.0', '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', EXAMPLES)
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) => write(paletteOf(stderr, env).red(text)),
      getOutHasColors: () => isTerminal(stdout, env) && !env['NO_COLOR'],
      getErrHasColors: () => isTerminal(stderr, env) && !env['NO_COLOR'],
    })
  for (const add of [
    evalCommand,
    compareCommand,
    reportCommand,
    mergeCommand,
    checkCommand,
    toolListCommand,
    toolCallCommand,
  ]) {
    // Inherits how this program writes and ends.
    const command = add(context)
    command.copyInheritedSettings(program)
    program.addCommand(command)
  }
  return program
}
