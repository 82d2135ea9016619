/** The vocabulary of the fake for models that are asked by call, with the records of calls of a binding. Types alone. */
import type { ModelScripts as ScriptsOf } from '@understudy/script/fake'
import type { RecordedCallByKind } from './model-calls.js'

/**
 * `respond…` queues answers, in order, one for each call from the moment it starts; `…Calls` are the records; `assert…`
 * prints the run when it fails.
 */
export interface ModelScripts extends ScriptsOf<RecordedCallByKind> {}
