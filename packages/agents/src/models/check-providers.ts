/** Checks the providers that `defineAi` is given, where types were ignored. Makes no model. */
import { AiBindingError } from '../errors/ai-binding-error.js'

const fix = "`defineAi({ default: 'main', providers: { main: { model: () => openai('…') } } })`"

/**
 * Checks that there are providers, and that each entry of them is a factory.
 * @throws AiBindingError with all that is wrong with them.
 */
export function checkProviders(options: unknown): void {
  const providers = isRecord(options) ? options['providers'] : undefined
  if (!isRecord(providers)) {
    const given = isRecord(options) ? `\`providers\` as ${describe(providers)}` : describe(options)
    throw new AiBindingError(`defineAi() was given ${given}, and needs its providers. Write ${fix}.`, 'options')
  }
  const problems = Object.entries(providers).flatMap(([name, entry]) => problemsOf(name, entry))
  if (problems.length > 0) throw new AiBindingError(problems.join('\n'), 'options')
}

function problemsOf(name: string, entry: unknown): string[] {
  if (!isRecord(entry)) {
    const written = `\`providers: { ${name}: { model: () => … } }\``
    return [`Provider "${name}" is ${describe(entry)}, and must be an object of factories. Write ${written}.`]
  }
  return Object.entries(entry).flatMap(([kind, value]) => {
    if (!isModelKey(kind) || value === undefined || typeof value === 'function') return []
    const written = `\`${name}: { ${kind}: () => … }\``
    return [`The \`${kind}\` of provider "${name}" is ${describe(value)}, and must be a function. Write ${written}.`]
  })
}

/** All entries are models but the prices. */
function isModelKey(key: string): boolean {
  return key === 'model' || key.endsWith('Model')
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object'
  return `a ${typeof value}`
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
