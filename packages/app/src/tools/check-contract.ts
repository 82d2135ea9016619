/**
 * Checks what a contract says of itself, and whether its route's method can carry it.
 * The types say most of it already; a call by an agent depends on it, so that a wrong one is told where it stands.
 */
import { plainKey } from '../audit/redact.js'
import { isStandardSchema } from '../contract/json-schema.js'
import type { NamedContract } from '../contract/route-tool.js'
import type { AnyToolContract } from '../contract/tool-contract.js'
import { isRecord } from '../is-record.js'
import { nameOf } from '../name-of.js'
import { unknownKeys } from '../option-problems.js'

/** All that a contract may say: the type makes sure that none is left out. */
const KEYS = Object.keys({
  description: true,
  params: true,
  query: true,
  body: true,
  output: true,
  readOnly: true,
  approval: true,
  redact: true,
} satisfies Record<keyof AnyToolContract, true>)

const NAME = /^[A-Za-z0-9_-]{1,64}$/

/** What is wrong with a contract on a route of this method, its schemas aside. */
export function checkContract({ name, contract }: NamedContract, method: string): string[] {
  return [...nameProblems(name), ...methodProblems(method), ...contractProblems(contract, method)]
}

function nameProblems(name: unknown): string[] {
  if (typeof name === 'string' && NAME.test(name)) return []
  return [
    'has a name that model providers refuse: they take 1 to 64 characters of A-Z a-z 0-9 _ -. ' +
      "Rename it: `routeTool('tickets_show', …)`.",
  ]
}

function methodProblems(method: string): string[] {
  if (method === 'ALL') return ['is on every method. Register it with one: `app.post(path, …)`.']
  if (method === 'HEAD')
    return ['is on HEAD, which Hono answers with the GET route. Register it there: `app.get(path, …)`.']
  return []
}

function contractProblems(contract: unknown, method: string): string[] {
  // An import in a circle, for one, leaves none.
  if (!isRecord(contract))
    return [`has ${nameOf(contract)} for a contract. Write one: \`routeTool(name, { description: '…' })\`.`]
  const { description, body, output, approval, readOnly, redact } = contract
  // A gate that was meant and misspelt would not be there.
  const problems = unknownKeys(contract, KEYS)
  if (typeof description !== 'string' || description.trim() === '')
    problems.push("has no description, which a model needs to choose it. Add one: `{ description: '…' }`.")
  if (body && method === 'GET')
    problems.push('has a body, which GET cannot carry. Declare a query: `{ query: schema }`.')
  if (approval !== undefined && approval !== 'required' && typeof approval !== 'function')
    problems.push(
      `has an approval that is neither 'required' nor a function but ${nameOf(approval)}. Write \`{ approval: 'required' }\`, or leave it out.`,
    )
  if (readOnly !== undefined && typeof readOnly !== 'boolean')
    problems.push(
      `has a readOnly that is no boolean but ${nameOf(readOnly)}. Write \`{ readOnly: true }\`, or leave it out.`,
    )
  if (output !== undefined && !isStandardSchema(output))
    problems.push(
      `has an output that is ${nameOf(output)}, and no Standard Schema. Give one: \`z.object({ … })\`, or leave it out.`,
    )
  if (redact !== undefined && !isKeyList(redact))
    problems.push(
      "has a redact that is no list of keys with letters or digits. Write them: `{ redact: ['iban'] }`, or leave it out.",
    )
  return problems
}

function isKeyList(value: unknown): boolean {
  return Array.isArray(value) && value.every((key) => typeof key === 'string' && plainKey(key) !== '')
}
