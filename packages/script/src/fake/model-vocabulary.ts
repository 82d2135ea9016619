/**
 * What the words of a fake for models that are asked by call do, once for all kinds. Reads records only; knows nothing of
 * how they came about, nor what differs from kind to kind.
 */
import { AssertionFailedError } from '../errors/assertion-failed-error.js'
import type { ModelKind } from '../models/model-kind.js'
import { callerSite, type CallSite, callSiteOf, pointAt } from './call-site.js'
import { checkPredicate } from './check-arguments.js'
import { holds } from './holds.js'
import type { CallPredicate } from './model-scripts.js'
import { modelKindNames, modelWords, type ModelWords } from './model-words.js'
import type { FakeEvent } from './print-prompt.js'
import { printRun, tellAmbiguous } from './print-run.js'

/** A recorded call of a model, as far as it is asserted about. */
export interface CallRecord {
  readonly kind: ModelKind
  /** What a test reads. */
  readonly call: object
  /** How it is spoken of: `ai.embed()`. */
  readonly spoken: string
}

/** What is scripted, and what went on. */
export interface ScriptedCalls {
  /** Queues answers for calls of a kind, scripted at `site`. Throws InvalidStepError for what is none, and queues nothing of it. */
  addAnswers(kind: ModelKind, answers: unknown, site: CallSite): void
  readonly calls: readonly (CallRecord & FakeEvent)[]
  readonly events: readonly FakeEvent[]
  /** Calls that were refused since they could have been for another fake as well. */
  readonly ambiguous: readonly Error[]
}

/** Gives a class the words as methods. It says that it has them by `interface SomeFake extends ModelScripts {}` beside it. */
export function giveModelScripts<Self extends object>(
  Class: { readonly prototype: Self },
  modelsOf: (self: Self) => ScriptedCalls,
): void {
  for (const kind of modelKindNames) {
    const words = modelWords[kind]
    const add = (name: string, value: (this: Self, ...args: never[]) => unknown): void => {
      Object.defineProperty(Class.prototype, name, { value, writable: true, configurable: true })
    }
    add(words.respond, function respond(answers: unknown) {
      modelsOf(this).addAnswers(kind, answers, callerSite())
      return this
    })
    add(words.calls, function calls() {
      return recordsOf(modelsOf(this), kind).map(({ call }) => call)
    })
    add(words.made, function assertMade(predicate?: CallPredicate<object>) {
      pointingAt(assertMade, () => expectMade(modelsOf(this), kind, predicate))
    })
    add(words.never, function assertNever() {
      pointingAt(assertNever, () => expectNever(modelsOf(this), kind))
    })
  }
}

function recordsOf({ calls }: ScriptedCalls, kind: ModelKind): ScriptedCalls['calls'] {
  return calls.filter((record) => record.kind === kind)
}

function expectMade(models: ScriptedCalls, kind: ModelKind, predicate?: CallPredicate<object>): void {
  checkPredicate(modelWords[kind].made, predicate, '(call) => …')
  const records = recordsOf(models, kind)
  if (records.some(({ call }) => predicate === undefined || holds(predicate(call)))) return
  const { done, made } = modelWords[kind]
  const [first] = records
  const message =
    first === undefined
      ? `Nothing was ${done}.`
      : `${records.length === 1 ? '1 call was' : `${records.length} calls were`} made, but the predicate held for none.`
  fail(made, `${message}\n\n${printRun(models.events, first)}`)
}

function expectNever(models: ScriptedCalls, kind: ModelKind): void {
  const records = recordsOf(models, kind)
  const [first] = records
  const [unknown] = models.ambiguous
  if (first === undefined && unknown === undefined) return
  if (first === undefined)
    return fail(modelWords[kind].never, `${tellAmbiguous(models.ambiguous)}\n\n${printRun(models.events)}`)
  const calls = records.length === 1 ? `${first.spoken} was called` : `${records.length} calls were made`
  fail(modelWords[kind].never, `${calls}.\n\n${printRun(models.events, first)}`)
}

function fail(assertion: ModelWords['made'] | ModelWords['never'], message: string): never {
  throw new AssertionFailedError({ assertion, message })
}

function pointingAt(method: (...args: never[]) => unknown, check: () => void): void {
  try {
    check()
  } catch (error) {
    throw pointAt(callSiteOf(method), error)
  }
}
