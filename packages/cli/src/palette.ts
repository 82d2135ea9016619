/** Colours, where there is a terminal that wants them. Knows nothing of what is coloured. */
import colors from 'picocolors'
import type { Surroundings, TextOutput } from './surroundings.js'

/** Functions that colour a text, or leave it as it is. */
export type Palette = ReturnType<typeof colors.createColors>

/** Whether a stream is a terminal that can move its cursor. */
export function isTerminal(output: TextOutput, env: Surroundings['env']): boolean {
  return output.isTTY === true && env['TERM'] !== 'dumb'
}

/** The colours of a stream: none in a pipe or a file, nor where `NO_COLOR` is set. */
export function paletteOf(output: TextOutput, env: Surroundings['env']): Palette {
  return colors.createColors(isTerminal(output, env) && !env['NO_COLOR'])
}
