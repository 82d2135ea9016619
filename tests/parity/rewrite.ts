// What a known difference is, and what bridges are made of. Knows no difference.

import type { Content, ProviderName } from './content'
import type { Level, Observation, Seen } from './observe'

/** One way in which some providers differ from the script. */
export interface KnownDifference {
  /** As docs/parity.md tells it. */
  readonly title: string
  readonly providers: readonly ProviderName[]
  /** The provider's observation as it would be without the difference. */
  readonly bridge: (observation: Observation, content: Content) => Observation
}

export type Rewrite = (parts: readonly Seen[], level: Level) => readonly Seen[]

/** The observation with the parts of each level changed. */
export function rewrite({ model, stream, ui, generated, outputs }: Observation, change: Rewrite): Observation {
  return {
    model: change(model, 'model'),
    stream: change(stream, 'stream'),
    ui: change(ui, 'ui'),
    generated: change(generated, 'generated'),
    outputs: change(outputs, 'outputs'),
  }
}
