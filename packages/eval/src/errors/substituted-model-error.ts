/** Another model answered than the one that was asked for. */
import { codeText, quoted } from '@understudy/app'

/** A failed attempt: its score would be another model's. */
export class SubstitutedModelError extends Error {
  override readonly name = 'SubstitutedModelError'
  readonly code = 'SUBSTITUTED_MODEL'
  readonly asked: string
  readonly served: string

  constructor(asked: string, served: string) {
    super(
      `${quoted(asked)} was asked for, and ${quoted(served)} answered: a score would be another model's. ` +
        `Where it is the same one by another name, say so: \`defineEval({ servedAs: [${codeText(served)}] })\`.`,
    )
    this.asked = asked
    this.served = served
  }
}
