/** Runs a flow, or says what would run. Tells what happens on the way; what an eval is, is the eval's own business. */
import {
  exitCodeOf,
  hideSecrets,
  planEval,
  printable,
  runEval,
  toJUnit,
  type Eval,
  type EvalFileError,
  type RunOptions,
  type RunResult,
} from '@understudy/eval'
import { inCommandWords } from './command-words.js'
import type { EvalFlags } from './commands/eval-command.js'
import { describePlan } from './describe-plan.js'
import { describeRun } from './describe-run.js'
import { findFlow } from './find-flow.js'
import { listenForInterrupts } from './interrupts.js'
import { showProgress } from './live-progress.js'
import { paletteOf } from './palette.js'
import { printFailure } from './print-failure.js'
import { divertConsole } from './divert-console.js'
import type { Surroundings } from './surroundings.js'
import { watchExit, type ExitWatch } from './watch-exit.js'
import { checkWritable, writeTo } from './written-file.js'

/** Nothing was spent. */
const REFUSED = 2
/** A run that broke after it had begun, or one beside which a file could not be read: not everything came to its end. */
const BROKEN = 3

/** Does what the flags say, and returns the exit code. */
export async function runFlow(flow: string | undefined, flags: EvalFlags, surroundings: Surroundings): Promise<number> {
  // What an app prints is no JSON.
  using _ = flags.json ? divertConsole(surroundings.stderr) : undefined
  using exit = watchExit(surroundings)
  const { evaluation, failures } = await findFlow(flow, flags.file ?? [], (file) => exit.reading(file))
  for (const failure of failures) await printFailure(failure, surroundings)
  const command = { flags, surroundings, failures, exit }
  return flags.dryRun ? await plan(evaluation, command) : await run(evaluation, command)
}

interface FlowCommand {
  readonly flags: EvalFlags
  readonly surroundings: Surroundings
  /** Files that could not be read. */
  readonly failures: readonly EvalFileError[]
  readonly exit: ExitWatch
}

async function plan(evaluation: Eval, { flags, surroundings, failures }: FlowCommand): Promise<number> {
  const { stdout, stderr } = surroundings
  const dry = await planEval(evaluation, optionsOf(flags))
  const { variant = 'baseline' } = flags
  for (const notice of dry.notices) stderr.write(noteOf(notice))
  const { attempts, done, stale, unanswered } = dry.plan
  const run = attempts.map(({ promptId, rep, stored }) => ({
    prompt_id: promptId,
    rep,
    answered: stored !== undefined,
  }))
  const { flow } = evaluation
  const told = { flow, variant, done, stale, run, unanswered, expected_cost_usd: dry.expectedCostUsd }
  const exit = failures.length > 0 ? REFUSED : 0
  const errors = failures.map(unreadFile)
  stdout.write(flags.json ? `${JSON.stringify({ exit, ...told, errors })}\n` : describePlan(told))
  return exit
}

/** A file that could not be read, among the errors of the JSON. */
function unreadFile({ file, message }: EvalFileError): { readonly file: string; readonly error: string } {
  return { file, error: hideSecrets(printable(message)) }
}

function noteOf(notice: string): string {
  return printable(`Note: ${inCommandWords(notice)}\n`)
}

async function run(evaluation: Eval, command: FlowCommand): Promise<number> {
  const { flags, surroundings, exit } = command
  const { stdout, stderr } = surroundings
  // A report that cannot be written is found out before the run is paid.
  if (flags.junit !== undefined) await checkWritable(flags.junit)
  const told = await warn(evaluation, flags, surroundings)
  const progress = await showProgress(flags.json ? stderr : stdout, surroundings.env)
  // What the eval prints does not stick to the live line.
  using _ = flags.json ? undefined : divertConsole({ write: (text) => progress.pass(text, stdout) })
  using interrupts = listenForInterrupts(surroundings, (message) => progress.say(message, stderr))
  let hasBegun = false
  let result: RunResult
  try {
    result = await runEval(evaluation, {
      ...optionsOf(flags),
      stop: interrupts.stop,
      signal: interrupts.signal,
      onBegin: (now) => {
        hasBegun = true
        exit.running()
        progress.show(now)
      },
      onProgress: (now) => progress.show(now),
    })
  } catch (error) {
    progress.end()
    if (interrupts.signal.aborted) return 130
    if (!hasBegun) throw error
    await printFailure(error, surroundings)
    return BROKEN
  }
  progress.end()
  return await report(evaluation, { ...command, result, told })
}

/** Where money is to be limited, says before any is spent what a reader of the limit must know. */
async function warn(evaluation: Eval, flags: EvalFlags, { stderr }: Surroundings): Promise<readonly string[]> {
  if (flags.maxCostUsd === undefined) return []
  const { notices } = await planEval(evaluation, optionsOf(flags))
  for (const notice of notices) stderr.write(noteOf(notice))
  return notices
}

interface Finished extends FlowCommand {
  readonly result: RunResult
  /** Notices that were told before. */
  readonly told: readonly string[]
}

async function report(evaluation: Eval, { result, told, flags, surroundings, failures }: Finished): Promise<number> {
  const { stdout, stderr, env } = surroundings
  const { flow, variant } = result.summary
  const own = exitCodeOf(result, { gate: flags.gate === true })
  const code = failures.length > 0 && own <= 1 ? BROKEN : own
  for (const notice of result.notices) if (!told.includes(notice)) stderr.write(noteOf(notice))
  if (flags.junit !== undefined) {
    const { results, errors, gates } = result
    const xml = await toJUnit({ flow, variant, metrics: evaluation.metrics, results, errors, gates })
    await writeTo(flags.junit, xml)
  }
  if (flags.json) {
    const { results: _rows, errors, ...rest } = result
    stdout.write(`${JSON.stringify({ exit: code, ...rest, errors: [...failures.map(unreadFile), ...errors] })}\n`)
  } else {
    stdout.write(describeRun(evaluation, { result, dir: flags.dir, palette: paletteOf(stdout, env) }))
  }
  return code
}

function optionsOf(flags: EvalFlags): RunOptions {
  const { dir, variant, reps, concurrency, maxCostUsd } = flags
  return {
    dir,
    ...(variant !== undefined && { variant }),
    ...(reps !== undefined && { reps }),
    ...(concurrency !== undefined && { concurrency }),
    ...(maxCostUsd !== undefined && { maxCostUsd }),
    only: {
      ...(flags.case && { ids: flags.case }),
      ...(flags.tag && { tags: flags.tag }),
      ...(flags.shard && { shard: flags.shard }),
      ...(flags.cases !== undefined && { limit: flags.cases }),
    },
    failed: flags.failed === true,
    regrade: flags.regrade === true,
    stale: flags.rerunStale ? 'rerun' : 'refuse',
  }
}
