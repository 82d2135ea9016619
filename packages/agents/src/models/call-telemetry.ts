/**
 * The SDK's telemetry for one prompt or call: what its source of models says, and what the app says itself.
 */
import type { TelemetryOptions } from 'ai'

/** What a source of models may say of the telemetry of a call. */
export type CallTelemetry = Pick<TelemetryOptions, 'integrations' | 'isEnabled'>

/** The app's own settings go first; with integrations of its own, nothing else is said. */
export function telemetryOf(
  run: { readonly telemetry?: CallTelemetry | undefined },
  own: CallTelemetry | undefined,
): CallTelemetry | undefined {
  if (run.telemetry === undefined || own?.integrations !== undefined) return own
  return { ...run.telemetry, ...own }
}
