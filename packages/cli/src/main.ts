/** From arguments to an exit code. Knows which errors refuse a command, and nothing of what commands do. */
import { CommanderError } from 'commander'
import { printFailure } from './print-failure.js'
import { createProgram } from './program.js'
import { ownSurroundings, type Surroundings } from './surroundings.js'

/** Nothing ran, and nothing was spent. */
const REFUSED = 2

/**
 * Runs one command.
 * @returns its exit code: 0 done · 1 a gate failed, or something was found · 2 refused before anything ran · 3 attempts
 * failed or were cut short, or a file beside could not be read · 4 the cost limit · 130 interrupted.
 */
export async function main(args: readonly string[], surroundings: Surroundings = ownSurroundings()): Promise<number> {
  let code = 0
  const program = createProgram(surroundings, (given) => {
    code = given
  })
  try {
    if (args[0] === 'complete') {
      const { addCompletion } = await import('./completion.js')
      await addCompletion(program)
    } else if (args.length === 0) {
      program.help()
    }
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    // Commander has said already what was wrong.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : REFUSED
    await printFailure(error, surroundings)
    return REFUSED
  }
}
