/** How a fake of a run ends: what it complains about is looked at, and not thrown. */
import { FakeAiError } from '../errors/fake-ai-error.js'
import type { FakeAi } from '../fake/fake-ai.js'

/** Ends a fake, and hears of its complaints; of one that has ended there are none. */
export function endOf(ai: FakeAi): readonly Error[] {
  try {
    ai[Symbol.dispose]()
    return []
  } catch (error) {
    if (error instanceof FakeAiError) return error.complaints
    throw error
  }
}
