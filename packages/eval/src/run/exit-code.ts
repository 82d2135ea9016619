/** A run's result as the exit of a command. */
import type { RunResult } from './conclude-run.js'

/** 0 all scored and gates met · 1 a gate failed · 3 attempts failed, or were cut short · 4 the cost limit stopped it · 130 interrupted. */
export type ExitCode = 0 | 1 | 3 | 4 | 130

/** The exit of a run; gates count where they are asked for. What throws before any model is asked exits with 2. */
export function exitCodeOf(
  { end, failed, truncated, gates }: Pick<RunResult, 'end' | 'failed' | 'truncated' | 'gates'>,
  options: { readonly gate?: boolean } = {},
): ExitCode {
  if (end === 'interrupted') return 130
  if (end === 'cost-limit') return 4
  if (failed > 0 || truncated > 0) return 3
  return options.gate === true && gates.some(({ met }) => !met) ? 1 : 0
}
