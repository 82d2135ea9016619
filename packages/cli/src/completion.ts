/** Completion of commands, options and flow names in a shell. Runs no eval file: a key press must not. */
import tab from '@bomb.sh/tab/commander'
import type { Command } from 'commander'
import { guessFlowNames } from './guess-flow-names.js'

/** Adds the command `complete`, which prints a shell's script, and answers the shell. */
export async function addCompletion(program: Command): Promise<void> {
  const names = await guessFlowNames()
  const completion = tab(program)
  for (const command of completion.commands.values()) {
    const flow = command.arguments.get('flow')
    if (flow === undefined) continue
    flow.handler = (complete) => {
      for (const name of names) complete(name, 'flow')
    }
  }
}
