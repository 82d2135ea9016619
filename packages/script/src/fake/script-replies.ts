/**
 * What `respond()` of a fake is given: a list of replies or a function that makes them, and a condition. Checks it and
 * queues it; knows nothing of who is prompted.
 */
import { TestSetupError } from '../errors/test-setup-error.js'
import { parseReplies, parseReply } from '../grammar/parse-reply.js'
import type { CallSite } from './call-site.js'
import { quote } from './printable.js'
import type { ReplyQueues, When } from './reply-queues.js'

/** What `respond()` was given. */
export interface GivenReplies<Call> {
  readonly name: string
  readonly replies: readonly unknown[] | ((call: Call) => unknown)
  readonly options: { readonly when?: When<Call> }
  /** Where it was called. */
  readonly site: CallSite
}

/**
 * Queues the replies for a name.
 * @throws InvalidStepError, a TypeError, when a reply is outside the grammar; TestSetupError when the options are none.
 */
export function scriptReplies<Call extends { readonly input: string }>(
  queues: ReplyQueues<Call>,
  { name, replies, options, site }: GivenReplies<Call>,
): void {
  const { when } = checkOptions(options)
  if (typeof replies !== 'function') {
    const scripted = parseReplies(replies).map((reply) => ({ reply, site }))
    queues.add(name, scripted, when && { when, site })
    return
  }
  if (when) throw new TestSetupError('`when` goes with a list of replies. Let the function look at its call instead.')
  queues.makeEach(name, {
    site,
    make: (call) => ({ reply: parseReply(makeReply(replies, call), 'what the function made'), site }),
  })
}

const ONE_OPTION = "Its one option is a condition: `{ when: (input, call) => input.includes('…') }`."

/** Options from a variable may say anything, and a condition that is not read would let every prompt through. */
function checkOptions<Options extends { readonly when?: unknown }>(options: Options): Options {
  if (typeof options !== 'object' || options === null) {
    throw new TestSetupError(`respond() was given ${quote(options)} for its options. ${ONE_OPTION}`)
  }
  const unknown = Object.keys(options).find((key) => key !== 'when')
  const { when } = options
  if (unknown === undefined && (when === undefined || typeof when === 'function')) return options
  const found = unknown === undefined ? `\`when\` as ${quote(when)}` : `the option ${quote(unknown)}`
  throw new TestSetupError(`respond() was given ${found}. ${ONE_OPTION}`)
}

/** A prompt draws its reply the moment it starts, so that the function answers at once. */
function makeReply<Call>(make: (call: Call) => unknown, call: Call): unknown {
  const made = make(call)
  if (!(made instanceof Promise)) return made
  // What it fails with is told here, and is not a failure of its own.
  made.catch(() => undefined)
  throw new TestSetupError(
    'A function in the place of the list answers at once, and this one returned a promise. ' +
      "Let it return a step that is decided later: `() => async () => 'Done.'`.",
  )
}
