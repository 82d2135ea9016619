/** `ai:eval`: its arguments, options and help. What they lead to is in another file, loaded when it runs. */
import { Command } from 'commander'
import type { Shard } from '@understudy/eval'
import { DEFAULT_FOLDER } from '../find-eval-files.js'
import type { ActionContext } from '../program.js'
import { dollars, listed, place, places, shard, variantName, wholeNumber } from './option-values.js'

/** The options of `ai:eval`, read. */
export interface EvalFlags {
  readonly variant?: string
  readonly reps?: number
  readonly concurrency?: number
  readonly maxCostUsd?: number
  readonly cases?: number
  readonly case?: readonly string[]
  readonly tag?: readonly string[]
  readonly shard?: Shard
  readonly failed?: true
  readonly regrade?: true
  readonly rerunStale?: true
  readonly gate?: true
  readonly dryRun?: true
  readonly json?: true
  readonly junit?: string
  readonly file?: readonly string[]
  readonly dir: string
}

const MORE = `
Runs what is not scored yet, so that it can be cut short and run again. The first interrupt lets running
cases finish; the second ends at once. Exit codes: see understudy --help.`

/** The command. */
export function evalCommand(context: ActionContext): Command {
  return new Command('ai:eval')
    .description('run an agent with its real model over the cases of a flow, and score what it did')
    .argument('[flow]', 'the flow; may be left out where --file names the only one')
    .option('--dry-run', 'call no model and write nothing: say what is done, stale and to run, and the cost expected')
    .option('--variant <name>', 'baseline, or v1, v2, … for a round against it', variantName)
    .option('--reps <n>', 'how often each case is run', wholeNumber)
    .option('--concurrency <n>', 'how many run at a time', wholeNumber)
    .option('--max-cost-usd <dollars>', 'start no case once so much is spent', dollars)
    .option('--cases <n>', 'only the first cases', wholeNumber)
    .option('--case <id>', 'only this case; may be repeated', listed)
    .option('--tag <tag>', 'only cases with this tag; may be repeated', listed)
    .option('--shard <i/n>', 'only one part of the cases, as in 2/4', shard)
    .option('--failed', 'only attempts that failed before')
    .option('--regrade', 'grade the answers on disk again; asks no agent’s model')
    .option('--rerun-stale', 'run again what was made of something that has changed since')
    .option('--gate', 'exit with 1 where a gate of the eval is not met')
    .option('--junit <file>', 'write a JUnit report', place)
    .option('--json', 'write JSON, and nothing else, to standard output')
    .option('--file <file>', 'read evals from this file alone; may be repeated', places)
    .option('--dir <folder>', 'where flows are kept', place, DEFAULT_FOLDER)
    .addHelpText('after', MORE)
    .action(async (flow: string | undefined, flags: EvalFlags) => {
      const { runFlow } = await import('../run-flow.js')
      context.exitWith(await runFlow(flow, flags, context.surroundings))
    })
}
