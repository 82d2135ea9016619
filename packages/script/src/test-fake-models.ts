/** What the tests of `fakeModels()` share: an id, tools that take turns, and how a fake ends. */
import { tool, type Tool } from 'ai'
import { z } from 'zod'
import { FakeModelsError, type FakeModels } from './index.js'

/** The id that most tests ask. */
export const OPUS = 'anthropic/claude-opus-5'
/** Another one. */
export const HAIKU = 'anthropic/claude-haiku-5'

/** A tool that returns what it is given, after so many turns of the event loop; nothing waits for the clock. */
export const echo: Tool<{ n: number }, number> = tool({
  inputSchema: z.object({ n: z.number() }),
  async execute({ n }) {
    for (let turn = 0; turn < (n * 7) % 13; turn++) await new Promise((resolve) => void setImmediate(resolve))
    return n
  },
})

/** What a fake says at its end; undefined when that is nothing. */
export function endOf(models: FakeModels): FakeModelsError | undefined {
  try {
    models[Symbol.dispose]()
    return undefined
  } catch (error) {
    if (error instanceof FakeModelsError) return error
    throw error
  }
}

/** The names of what a fake complains of at its end. */
export function complaintsOf(models: FakeModels): string[] {
  return endOf(models)?.complaints.map(({ name }) => name) ?? []
}
