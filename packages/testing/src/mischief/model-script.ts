/**
 * What a misbehaving model says to one prompt, as plain steps of the grammar: to be composed, shrunk, played and printed.
 * Knows no agent.
 */
import type { InvalidToolCall, Reply } from '@understudy/script'
import { forever } from '@understudy/script/fake'

/** A step after which the loop asks again. */
export type MiddleStep =
  | { readonly toolCalls: readonly InvalidToolCall[]; readonly text?: string }
  | { readonly error: Error }
  | { readonly text: string; readonly breaksAfter: number; readonly error: Error }

/** A step that is the model's last word. */
export type LastStep =
  | string
  | { readonly text: string; readonly finishReason: 'length' | 'content-filter' | 'other' }
  | { readonly output: unknown }
  | { readonly error: Error }

/** What a model says to one prompt. */
export interface ModelScript {
  /** The ways in which it goes wrong, in order. */
  readonly ways: readonly string[]
  readonly steps: readonly MiddleStep[]
  readonly ending: { readonly last: LastStep } | { readonly endless: readonly InvalidToolCall[] }
}

/** Thrown by a script that never ends, when a loop has asked for more than it may. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps'

  constructor(maxSteps: number) {
    super(`The model was asked ${maxSteps} times and more.`)
  }
}

/** The script as a reply. Where it never ends, it ends with an error after so many steps. */
export function toReply({ steps, ending }: ModelScript, maxSteps: number): Reply {
  let asked = steps.length
  const end: Reply =
    'last' in ending
      ? ending.last
      : forever(() => {
          if (++asked > maxSteps) throw new TooManySteps(maxSteps)
          return ending.endless
        })
  return steps.reduceRight<Reply>((then, step) => ({ ...step, then }), end)
}
