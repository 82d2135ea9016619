/**
 * What the words of a fake for models that are asked by call do, once for all kinds. Reads records only; knows nothing of
 * how they came about, nor what differs from kind to kind.
 */
import type { CallKind } from '@understudy/agents'
import { callSiteOf, pointAt } from '@understudy/script/fake'
import { AssertionFailedError } from '@understudy/script'
import { holds } from '@understudy/script/fake'
import type { RecordedCall } from './model-calls.js'
import { callKinds, type ModelWords, rowOf } from './model-kinds.js'
import type { ModelRecord } from './model-record.js'
import type { CallPredicate, ModelScripts } from './model-scripts.js'
import { printRun } from '@understudy/script/fake'
import type { ScriptedModels } from './scripted-models.js'

/** Gives a class the words as methods. It says that it has them by `interface SomeFake extends ModelScripts {}` beside it. */
export function giveModelScripts<Self extends ModelScripts>(
  Class: { readonly prototype: Self },
  modelsOf: (self: Self) => ScriptedModels,
): void {
  for (const kind of callKinds) {
    const { words } = rowOf(kind)
    const add = (name: keyof ModelScripts, value: (this: Self, ...args: never[]) => unknown): void => {
      Object.defineProperty(Class.prototype, name, { value, writable: true, configurable: true })
    }
    add(words.respond, function respond(answers: unknown) {
      modelsOf(this).addAnswers(kind, answers)
      return this
    })
    add(words.calls, function calls() {
      return recordsOf(modelsOf(this), kind).map(({ call }) => call)
    })
    add(words.made, function assertMade(predicate?: CallPredicate<RecordedCall>) {
      pointingAt(assertMade, () => expectMade(modelsOf(this), kind, predicate))
    })
    add(words.never, function assertNever() {
      pointingAt(assertNever, () => expectNever(modelsOf(this), kind))
    })
  }
}

function recordsOf({ calls }: ScriptedModels, kind: CallKind): readonly ModelRecord[] {
  return calls.filter((record) => record.kind === kind)
}

function expectMade(models: ScriptedModels, kind: CallKind, predicate?: CallPredicate<RecordedCall>): void {
  const records = recordsOf(models, kind)
  if (records.some(({ call }) => predicate === undefined || holds(predicate(call)))) return
  const { done, made } = rowOf(kind).words
  const [first] = records
  const message =
    first === undefined
      ? `Nothing was ${done}.`
      : `${records.length === 1 ? '1 call was' : `${records.length} calls were`} made, but the predicate held for none.`
  fail(made, `${message}\n\n${printRun(models.events, first)}`)
}

function expectNever(models: ScriptedModels, kind: CallKind): void {
  const records = recordsOf(models, kind)
  const [first] = records
  if (first === undefined) return
  const calls = records.length === 1 ? `ai.${first.name}() was called` : `${records.length} calls were made`
  fail(rowOf(kind).words.never, `${calls}.\n\n${printRun(models.events, first)}`)
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
