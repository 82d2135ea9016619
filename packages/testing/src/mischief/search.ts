/**
 * Tries scripts until one breaks a promise, and shrinks that one. The only file of the package that composes at random;
 * it is loaded when it is used.
 */
import type { AnyAgent } from '@understudy/agents'
import {
  printableMessage,
  PromptRunningError,
  RefusedOutputError,
  ScriptExhaustedError,
  UnfinishedReplyError,
} from '@understudy/script/fake'
import fc from 'fast-check'
import { FakeAiError } from '../errors/fake-ai-error.js'
import { MischiefError } from '../errors/mischief-error.js'
import { checks } from './checks.js'
import { type ModelScript, TooManySteps } from './model-script.js'
import { playRun, type Run } from './play-run.js'
import { printScript } from './print-script.js'
import { scoutOffer } from './scout-offer.js'
import type { Setup } from './setup.js'
import { scriptsFor } from './ways.js'

/**
 * Plays as many scripts as were asked for.
 * @throws MischiefError for the first that breaks a promise, as small as it could be made.
 */
export async function search<A extends AnyAgent>(setup: Setup<A>): Promise<void> {
  const offer = await scoutOffer(setup)
  let broken: string | undefined
  const property = fc.asyncProperty(scriptsFor(offer), async (script) => {
    for (const mode of offer.modes) {
      // Once a promise is broken, what is sought is the smallest script that breaks the same one.
      const error = judge(script, await playRun({ setup, script, mode }), broken)
      if (error === undefined) continue
      broken = error.check
      throw error
    }
  })
  using _ = quietWarnings()
  const result = await fc.check(property, { seed: setup.seed, numRuns: setup.runs })
  if (result.failed) throw result.errorInstance
}

/** The SDK warns of each loop that its bound ends, which here is what is sought. An app's own setting stays. */
function quietWarnings(): Disposable {
  if (globalThis.AI_SDK_LOG_WARNINGS !== undefined) return { [Symbol.dispose]: () => undefined }
  globalThis.AI_SDK_LOG_WARNINGS = false
  return { [Symbol.dispose]: () => void Reflect.deleteProperty(globalThis, 'AI_SDK_LOG_WARNINGS') }
}

/** The first promise that the run breaks. */
function judge(script: ModelScript, run: Run, only: string | undefined): MischiefError | undefined {
  if (only === undefined) refuseOtherComplaints(run)
  for (const { name, find } of checks) {
    if (only !== undefined && name !== only) continue
    const detail = find(run)
    if (detail !== undefined) return tell(script, run, { check: name, detail })
  }
  return undefined
}

function tell(
  script: ModelScript,
  { setup, mode, report }: Run,
  { check, detail }: { readonly check: string; readonly detail: string },
): MischiefError {
  const { agent, Class, seed, maxSteps } = setup
  const printed = printScript(script, {
    className: Class.name,
    ...(check === 'loop ends' && { endsAfter: maxSteps }),
  })
  return new MischiefError({ agent, check, detail, mode, seed, ways: script.ways, script: printed, run: report() })
}

/** Complaints that the checks look at, or that a misbehaving model brings with it. */
const expected = [UnfinishedReplyError, RefusedOutputError, PromptRunningError, ScriptExhaustedError, TooManySteps]

/** The others are of the test: something else was asked that nobody scripted, and what came of it tells nothing. */
function refuseOtherComplaints({ complaints, report }: Run): void {
  const others = complaints.filter((complaint) => !expected.some((known) => complaint instanceof known))
  if (others.length === 0) return
  const list = others.map(({ message }, index) => `  ${index + 1}. ${printableMessage(message)}`).join('\n')
  const fix = 'Script it for each run: mischief(…, { arrange: (ai) => … }).'
  throw new FakeAiError(others, { list: `${list}\n${fix}`, run: report() })
}
