/** A model that misbehaved, and an app that let it. */
import { oneLine, quotedName } from '@understudy/script/fake'

/** What {@link MischiefError} knows. */
export interface MischiefErrorDetails {
  readonly agent: string
  /** The promise that was broken: `only granted tools ran`. */
  readonly check: string
  /** In what way it was broken. */
  readonly detail: string
  /** How the agent was asked: by `prompt()`, by `stream()`, or by a request to the app. */
  readonly mode: 'prompt' | 'stream' | 'request'
  readonly seed: number
  /** The ways in which the model went wrong, in order. */
  readonly ways: readonly string[]
  /** What scripts it, as TypeScript. */
  readonly script: string
  /** What happened: the run of the fake. */
  readonly run: string
}

/** Thrown by `mischief()`: a script that breaks what must hold whatever a model says. */
export class MischiefError extends Error {
  override readonly name = 'MischiefError'
  readonly code = 'MISCHIEF'
  readonly agent: string
  readonly check: string
  readonly detail: string
  readonly mode: MischiefErrorDetails['mode']
  readonly seed: number
  readonly ways: readonly string[]
  /** What scripts the model again, to paste into a test: `ai.respond(Triager, [ … ])`. */
  readonly script: string

  constructor({ agent, check, detail, mode, seed, ways, script, run }: MischiefErrorDetails) {
    super(
      `Agent ${quotedName(agent)} broke "${check}" (seed ${seed}, ${asked[mode]}): ${oneLine(detail, 1_000)}.\n` +
        `The model: ${ways.map((way) => oneLine(way)).join(', then ')}. To see it again, paste into a test:\n\n${script}\n\n${run}`,
    )
    this.agent = agent
    this.check = check
    this.detail = detail
    this.mode = mode
    this.seed = seed
    this.ways = ways
    this.script = script
  }
}

const asked = { prompt: 'asked by prompt()', stream: 'asked by stream()', request: 'asked by a request' } as const
