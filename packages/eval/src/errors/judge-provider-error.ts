/** A judge that would judge itself. */
import { quoted } from '@understudy/app'

/** Thrown before any model is asked. */
export class JudgeProviderError extends Error {
  override readonly name = 'JudgeProviderError'
  readonly code = 'JUDGE_PROVIDER'
  readonly flow: string
  readonly provider: string

  constructor(flow: string, provider: string) {
    super(
      `The judge of the eval ${quoted(flow)} is on the provider ${quoted(provider)}, which also answers: a model is no judge of itself. ` +
        "Give it another: `defineEval({ judge: { agent, provider: '…' } })`.",
    )
    this.flow = flow
    this.provider = provider
  }
}
