/** Runs a flow, or says what would run. Tells what happens on the way; what an eval is, is the eval's own business. */
import {
  exitCodeOf,
  planEval,
  printable,
  runEval,
  toJUnit,
  type Eval,
  type RunOptions,
  type RunResult,
} from '@understudy/eval'
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
import { checkWritable, writeTo } from './written-file.js'

/** A file that could not be read was refused, whatever the others came to. */
const REFUSED = 2
/** A run that broke after it had begun. */
const BROKEN = 3

/** Does what the flags say, and returns the exit code. */
export async function runFlow(flow: string | undefined, flags: EvalFlags, surroundings: Surroundings): Promise<number> {
  // What an app prints is no JSON.
  using _ = flags.json ? divertConsole(surroundings.stderr) : undefined
  const { evaluation, failures } = await findFlow(flow, flags.file ?? [])
  for (const failure of failures) await printFailure(failure, surroundings)
  const code = flags.dryRun ? await plan(evaluation, flags, surroundings) : await run(evaluation, flags, surroundings)
  return code === 0 && failures.length > 0 ? REFUSED : code
}

async function plan(evaluation: Eval, flags: EvalFlags, { stdout, stderr }: Surroundings): Promise<number> {
  const dry = await planEval(evaluation, optionsOf(flags))
  const { variant = 'baseline' } = flags
  for (const notice of dry.notices) stderr.write(printable(`Note: ${notice}\n`))
  const { attempts, done, stale, unanswered } = dry.plan
  const run = attempts.map(({ promptId, rep, stored }) => ({
    prompt_id: promptId,
    rep,
    answered: stored !== undefined,
  }))
  const { flow } = evaluation
  const told = { flow, variant, done, stale, run, unanswered, expected_cost_usd: dry.expectedCostUsd }
  stdout.write(flags.json ? `${JSON.stringify(told)}\n` : describePlan(told))
  return 0
}

async function run(evaluation: Eval, flags: EvalFlags, surroundings: Surroundings): Promise<number> {
  const { stdout, stderr } = surroundings
  // A report that cannot be written is found out before the run is paid.
  if (flags.junit !== undefined) await checkWritable(flags.junit)
  const told = await warn(evaluation, flags, surroundings)
  const progress = await showProgress(flags.json ? stderr : stdout, surroundings.env)
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
  return await report(evaluation, { result, told, flags, surroundings })
}

/** Where money is to be limited, says before any is spent what a reader of the limit must know. */
async function warn(evaluation: Eval, flags: EvalFlags, { stderr }: Surroundings): Promise<readonly string[]> {
  if (flags.maxCostUsd === undefined) return []
  const { notices } = await planEval(evaluation, optionsOf(flags))
  for (const notice of notices) stderr.write(printable(`Note: ${notice}\n`))
  return notices
}

interface Finished {
  readonly result: RunResult
  /** Notices that were told before. */
  readonly told: readonly string[]
  readonly flags: EvalFlags
  readonly surroundings: Surroundings
}

async function report(evaluation: Eval, { result, told, flags, surroundings }: Finished): Promise<number> {
  const { stdout, stderr, env } = surroundings
  const { flow, variant } = result.summary
  const code = exitCodeOf(result, { gate: flags.gate === true })
  for (const notice of result.notices) if (!told.includes(notice)) stderr.write(printable(`Note: ${notice}\n`))
  if (flags.junit !== undefined) {
    const { results, errors, gates } = result
    const xml = await toJUnit({ flow, variant, metrics: evaluation.metrics, results, errors, gates })
    await writeTo(flags.junit, xml)
  }
  if (flags.json) {
    const { end, made, done, failed, summary, gates, notices, errors } = result
    stdout.write(`${JSON.stringify({ exit: code, end, made, done, failed, summary, gates, notices, errors })}\n`)
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
