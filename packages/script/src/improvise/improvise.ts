/**
 * `improvise`: a script made for whoever asks. Decides from each request alone, so that nothing has to be known before:
 * each offered tool is called once, then the answer comes in the shape asked for. Keeps nothing between calls.
 */
import type { ModelCall } from '../engine/model-call.js'
import { ImprovisationError } from '../errors/improvisation-error.js'
import { type Forever, forever } from '../grammar/forever.js'
import type { AnswerStep, FunctionStep } from '../grammar/step.js'
import type { OfferedTool } from '../sdk-types.js'
import { improviseOutput } from './improvise-output.js'
import { improviseValue } from './improvise-value.js'
import { seededRandom } from './seeded-random.js'
import { quotedName } from '../quoted.js'

/** Options of `improvise`. */
export interface ImproviseOptions {
  /** A whole number. The same seed gives the same run; others try other inputs. 1 unless given; 0 gives the plainest. */
  readonly seed?: number
  /** By tool: the input to call it with, where one from its schema will not do, such as the id of what is there. */
  readonly inputs?: Readonly<Record<string, unknown>>
  /** The structured output to answer with, in the place of one from its schema. */
  readonly output?: unknown
}

type Settings = ImproviseOptions & { readonly seed: number }
type FunctionTool = Extract<OfferedTool, { type: 'function' }>

const optionNames = ['seed', 'inputs', 'output']

/**
 * A reply that calls each tool it is offered once, all in one step, with input made from its schema, and then answers in
 * the shape asked for. It answers any number of prompts, of any agent. Throws a TypeError for options that are not one;
 * a call fails with ImprovisationError where a schema has no value that could be found.
 */
export function improvise(options: ImproviseOptions = {}): Forever<FunctionStep> {
  const settings = checkOptions(options)
  return forever((request: ModelCall) => decide(request, settings))
}

function checkOptions(options: ImproviseOptions): Settings {
  for (const name of Object.keys(options)) {
    if (!optionNames.includes(name)) {
      throw new TypeError(`improvise has no option ${quotedName(name)}. Its options are ${optionNames.join(', ')}.`)
    }
  }
  const { seed = 1 } = options
  if (!Number.isSafeInteger(seed)) {
    throw new TypeError(
      `improvise was given the seed ${String(seed)}. Give a whole number: \`improvise({ seed: 1 })\`.`,
    )
  }
  return { ...options, seed }
}

function decide(request: ModelCall, settings: Settings): AnswerStep {
  const asked = callsOfTurn(request)
  const due = dueTools(request, asked)
  if (due.length === 0) return answer(request, settings)
  return due.map((tool) => ({ name: tool.name, input: inputFor(tool, asked.get(tool.name) ?? 0, settings) }))
}

/** How often each tool was called since the last message of the user. */
function callsOfTurn({ messages }: ModelCall): ReadonlyMap<string, number> {
  const calls = new Map<string, number>()
  for (const message of messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1)) {
    if (message.role !== 'assistant') continue
    for (const part of message.content) {
      if (part.type === 'tool-call') calls.set(part.toolName, (calls.get(part.toolName) ?? 0) + 1)
    }
  }
  return calls
}

/** The tools to call now: those that were not called yet, or those that the request insists on. */
function dueTools({ tools, toolChoice }: ModelCall, asked: ReadonlyMap<string, number>): readonly FunctionTool[] {
  // A provider's own tools are called by the provider.
  const callable = tools.filter((tool) => tool.type === 'function')
  if (toolChoice?.type === 'none') return []
  if (toolChoice?.type === 'tool') return callable.filter(({ name }) => name === toolChoice.toolName)
  const fresh = callable.filter(({ name }) => !asked.has(name))
  return fresh.length === 0 && toolChoice?.type === 'required' ? callable : fresh
}

function inputFor({ name, inputSchema }: FunctionTool, before: number, { seed, inputs = {} }: Settings): unknown {
  if (Object.hasOwn(inputs, name)) return inputs[name]
  // Each tool and each repeat its own; seed 0 stays the plainest.
  const own = seed === 0 ? 0 : seed + seededRandom(seed, name).below(1000) * 31 + before
  const made = improviseValue(inputSchema, own)
  if (made.ok) return made.value
  const { mismatch, tries } = made
  throw new ImprovisationError({ tool: name, path: `input${mismatch.path}`, detail: mismatch.reason, tries })
}

function answer({ responseFormat }: ModelCall, settings: Settings): AnswerStep {
  const { seed } = settings
  if (responseFormat?.type !== 'json') return seed === 0 ? 'Done.' : seededRandom(seed).pick(texts)
  if (settings.output !== undefined) return { output: settings.output }
  const made = improviseOutput(responseFormat.schema, seed)
  if (made.ok) return { output: made.value }
  const { mismatch, tries } = made
  throw new ImprovisationError({ tool: undefined, path: `output${mismatch.path}`, detail: mismatch.reason, tries })
}

const texts = [
  'Done.',
  'Done: all is well. 完了。🚒',
  `First line.\n\n- "second" line\n- ${'long '.repeat(40)}line`,
] as const
