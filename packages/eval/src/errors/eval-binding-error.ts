/** An app whose AI binding cannot be told. */
import { codeText, nameList, quoted } from '@understudy/app'

/** Thrown before any model is asked. */
export class EvalBindingError extends Error {
  override readonly name = 'EvalBindingError'
  readonly code = 'EVAL_BINDING'
  readonly flow: string
  /** The names of the app's AI bindings. */
  readonly known: readonly string[]

  constructor(flow: string, known: readonly string[]) {
    super(
      known.length === 0
        ? `The app of the eval ${quoted(flow)} has no AI binding, so no agent of it can be asked. Give it one: \`createApp({ bindings: { ai: defineAi({ … }) } })\`.`
        : `The app of the eval ${quoted(flow)} has no AI binding that could only be meant; it has ${nameList(known)}. ` +
            `Choose: \`defineEval({ binding: ${codeText(known[0] ?? '')} })\`.`,
    )
    this.flow = flow
    this.known = known
  }
}
