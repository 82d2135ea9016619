/**
 * Checks what a call of the binding is given, where types were ignored: what all calls share, and that what the SDK's
 * function cannot do without is there. Every other option is the SDK's to judge.
 */
import { distance } from 'fastest-levenshtein'
import { CallOptionsError } from '../errors/call-options-error.js'
import { isRecord, kindOf } from '../kind-of.js'
import { nearestName } from '../unknown-keys.js'

/** A call, as far as its options go. */
export interface CheckedCall {
  readonly name: string
  /** The options that it cannot do without. */
  readonly needs: readonly string[]
}

/**
 * Checks the options of a call. What is right is passed without making anything.
 * @throws CallOptionsError with all that is wrong with them.
 */
export function checkCall(call: CheckedCall, options: unknown): void {
  const { name, needs } = call
  if (!isRecord(options)) {
    const written = `\`ai.${name}({ ${needs.join(', ')} })\``
    const problem = `The options are ${kindOf(options)}, and must be an object. Write ${written}.`
    throw new CallOptionsError({ call: name, problems: [problem] })
  }
  if (isComplete(needs, options) && isProvider(options['provider']) && !hasStranger(options)) return
  throw new CallOptionsError({ call: name, problems: problemsOf(call, options) })
}

type Options = Readonly<Record<string, unknown>>

function isComplete(needs: readonly string[], options: Options): boolean {
  for (const key of needs) if (options[key] === undefined) return false
  return true
}

function isProvider(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

function hasStranger(options: Options): boolean {
  for (const key in options) if (isModel(key, options) || isMisspeltProvider(key)) return true
  return false
}

/** A model beside the binding would be one that no fake takes the place of. */
function isModel(key: string, options: Options): boolean {
  return key === 'model' && options[key] !== undefined
}

/** The one option that is ours: misspelt, another provider than was meant would answer. */
function isMisspeltProvider(key: string): boolean {
  if (key === 'provider' || key.length < 6 || key.length > 10) return false
  return distance(key.toLowerCase(), 'provider') <= 2
}

function problemsOf({ name, needs }: CheckedCall, options: Options): string[] {
  const keys = Object.keys(options).filter((key) => !needs.includes(key))
  const problems = needs
    .filter((need) => options[need] === undefined)
    .map((need) => {
      const given = keys.find((key) => nearestName(key, [need]) === need)
      const instead = given === undefined ? '' : `, and was given \`${given.slice(0, 60)}\``
      return `It needs \`${need}\`${instead}. Write \`ai.${name}({ ${needs.join(', ')} })\`.`
    })
  if (!isProvider(options['provider']))
    problems.push(
      `\`provider\` is ${kindOf(options['provider'])}, and must be the name of a provider. Write \`{ provider: 'main' }\`.`,
    )
  for (const key in options) {
    if (isModel(key, options))
      problems.push("It takes no `model`: every model is the binding's. Write `{ provider: 'main' }`.")
    if (isMisspeltProvider(key)) problems.push(`It has no option \`${key}\`. Write \`provider\`.`)
  }
  return problems
}
