/**
 * Everything that went on under one fake: the replies that wait, the prompts, what is wrong so far, and whether it has
 * ended. Knows nothing of who prompts, nor how models are asked.
 */
import type { Fixture } from '../fixtures/fixture.js'
import type { FakeEvent } from './print-prompt.js'
import { type Complaint, printComplaints, printRun } from './print-run.js'
import type { PromptRecord } from './prompt-record.js'
import { ReplyQueues, type Unused } from './reply-queues.js'
import { toError } from './to-error.js'

/** What a complaint of all complaints is told with. */
export interface ToldComplaints {
  readonly errors: readonly Error[]
  /** The complaints, as they are to be read. */
  readonly list: string
  /** The events, as they are to be read. */
  readonly run: string
}

/** The prompts of a fake. */
export abstract class Prompts<Rec extends PromptRecord, Call extends { readonly input: string }> {
  readonly replies: ReplyQueues<Call> = new ReplyQueues<Call>()
  readonly records: Rec[] = []
  /** The prompts and the calls of other models, in the order in which they started. */
  readonly events: FakeEvent[] = []
  readonly complaints: Complaint[] = []
  /** Calls that were refused since they could have been for another fake as well: nobody knows what they asked. */
  readonly ambiguous: Error[] = []
  /** The fixtures that prompts are answered from. */
  readonly fixtures: Fixture[] = []
  readonly #latest: Map<string, Rec> = new Map()
  #ended = false

  /** Whether the fake has ended: every later call is refused. */
  get hasEnded(): boolean {
    return this.#ended
  }

  /** The newest prompt of a name. */
  latestOf(name: string): Rec | undefined {
    return this.#latest.get(name)
  }

  /** Writes down a prompt that starts now. */
  addRecord(record: Rec): void {
    this.records.push(record)
    this.events.push(record)
    this.#latest.set(record.name, record)
  }

  /** Remembers what is wrong with an event. */
  readonly complain = (error: Error, record: FakeEvent): void => void this.complaints.push({ error, record })

  /** Remembers a model that was asked past the fake. */
  complainOf(error: Error): void {
    this.complaints.push({ error })
  }

  /** Remembers a call that could have been for this fake, and was refused. */
  refuseAmbiguous(error: Error): void {
    this.ambiguous.push(error)
    this.complainOf(error)
  }

  /** Ends the fake. */
  end(): void {
    this.#ended = true
    for (const event of this.events) event.close()
  }

  /** What is wrong with the replies and the answers that were not used, and with turns of fixtures. */
  get unused(): Error[] {
    const replies = this.replies.unused.map((left) => this.unusedReply(left))
    return [...replies, ...this.unusedAnswers(), ...this.fixtures.flatMap(unusedTurns)]
  }

  /** All that is wrong so far and beside it; undefined where that is nothing. */
  tell(unused: readonly Error[]): ToldComplaints | undefined {
    const known = new Set(this.complaints.map(({ error }) => error))
    // A fixture tells a question that it missed again.
    const left = unused.filter((error) => !known.has(error)).map((error) => ({ error }))
    const all: Complaint[] = [...this.complaints, ...left]
    if (all.length === 0) return undefined
    const errors = all.map(({ error }) => error)
    return { errors, list: printComplaints(all), run: printRun(this.events, this.complaints[0]?.record) }
  }

  /**
   * What went on so far, as failures show it; undefined when nothing was asked. `fake` is what complains, and it says where
   * it was made: it may be one that another file of tests left behind.
   */
  report(fake: string, madeAt: string | undefined): string | undefined {
    const { complaints, events } = this
    const marked = complaints[0]?.record ?? events.find((event) => event.state === 'failed')
    if (complaints.length === 0 && events.length === 0) return undefined
    const list =
      complaints.length === 0
        ? ''
        : `The ${fake}${madeAt === undefined ? '' : ` (made at ${madeAt})`} complains:\n${printComplaints(complaints)}\n\n`
    return `${list}${printRun(events, marked)}`
  }

  /** What is wrong with the answers for other models that were not used. */
  protected unusedAnswers(): Error[] {
    return []
  }

  /** What to say of replies that no prompt has drawn. */
  protected abstract unusedReply(left: Unused): Error
}

/** What is wrong with a fixture whose turns were not all used. */
function unusedTurns(fixture: Fixture): Error[] {
  try {
    fixture.assertComplete()
    return []
  } catch (error) {
    return [toError(error)]
  }
}
