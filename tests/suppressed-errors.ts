// What a person must be able to read when the failing tests of the consumer ran, whatever the runner, the runtime and the
// colours. Knows nothing of how they were run.

import { expect } from 'bun:test'
import { failingTests } from './consumer/failing/failing-tests'

/** Whether a runner is asked for colours, and how. */
export interface Palette {
  name: string
  env: Record<string, string | undefined>
  /** Whether there are escape sequences in what it prints. */
  escapes: boolean
}

export const plain: Palette = {
  name: 'without colours',
  env: { NO_COLOR: '1', FORCE_COLOR: undefined },
  escapes: false,
}
export const coloured: Palette = { name: 'in colours', env: { NO_COLOR: undefined, FORCE_COLOR: '1' }, escapes: true }

/** Each failed assertion is printed before its fakes' complaints, those in the order in which the fakes ended. */
export function expectBothErrors(output: string): void {
  const text = Bun.stripANSI(output).replaceAll(String.raw`\"`, '"')
  for (const { received, prompted, prompts } of failingTests) {
    const told = prompts.map((prompt) => complaintAbout(prompted, prompt))
    if (received !== undefined) {
      told.unshift(`(Received: "|expected ')${received}["']`)
      expect(firstPlace(text, told[1])).toBeGreaterThan(firstPlace(text, told[0]))
    }
    expect(text).toMatch(new RegExp(told.join(String.raw`[\s\S]*?`)))
  }
  expect(text).not.toMatch(/^\w*Error:?\s*$/m)
}

function complaintAbout(prompted: string, prompt: string): string {
  return String.raw`${prompted} was prompted \(its prompt 1: "${prompt}"\), but nothing is scripted for it\.`
}

function firstPlace(text: string, pattern = ''): number {
  return text.search(new RegExp(pattern))
}
