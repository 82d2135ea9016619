/**
 * Plays an answer again that is on disk: the SDK's own loop on a fresh app, its model answering what it answered then. The
 * tools run for real, so that the grader finds the end state that it needs, and nothing is paid.
 */
import { AppAi, type ModelSource, type PromptResponse } from '@understudy/agents'
import { untilAborted } from '../clock.js'
import type { StoredAnswer } from '../disk/stored-answer.js'
import { AttemptFailedError } from '../errors/attempt-failed-error.js'
import { ReplayError } from '../errors/replay-error.js'
import type { AttemptContext, PlannedAttempt } from './attempt-context.js'
import type { Session } from './open-session.js'
import type { SdkModel } from './sdk-types.js'

/** What is played again, and where. */
export interface Replay {
  readonly planned: PlannedAttempt
  readonly session: Session
  readonly signal: AbortSignal
  readonly answer: StoredAnswer
}

/**
 * The response again.
 * @throws AttemptFailedError, of the class `grade`: the answer stands, and only its grade is missing.
 */
export async function replayAnswer(context: AttemptContext, replay: Replay): Promise<PromptResponse<never>> {
  const { planned, session, signal, answer } = replay
  const { app, configured, store, source } = session.view
  const model = replayingModel(answer)
  const view = new AppAi({ app, configured, store, source: () => answering(source, model) })
  try {
    const bound = view.agent(context.evaluation.definition.agent).as(session.principal)
    // Any agent's response, which only its own grader reads.
    return (await untilAborted(bound.prompt(planned.kase.input, { signal }), signal)) as PromptResponse<never>
  } catch (cause) {
    throw new AttemptFailedError({ failureClass: signal.aborted ? 'timeout' : 'grade', cause })
  }
}

/** A source whose every prompt is answered by one model. */
export function answering(source: ModelSource, model: SdkModel): ModelSource {
  return new Proxy(source, {
    get: (target, key) => {
      if (key === 'startPrompt') return () => ({ model })
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function replayingModel({ calls, model, provider }: StoredAnswer): SdkModel {
  let played = 0
  return {
    specificationVersion: 'v4',
    provider,
    modelId: calls[0]?.model ?? model,
    supportedUrls: {},
    doGenerate: async () => {
      const call = calls[played]
      played += 1
      if (call === undefined) throw new ReplayError(calls.length)
      return call.result
    },
    doStream: async () => {
      throw new ReplayError(calls.length)
    },
  }
}
