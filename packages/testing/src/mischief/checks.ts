/**
 * What must hold of an app whatever its model says: one row for each promise. Each looks at one run and knows no script.
 */
import { AISDKError } from 'ai'
import { grants, type DerivedTool } from '@understudy/app'
import type { PromptMessage } from '@understudy/script'
import { named, PromptRunningError, quote, ScriptExhaustedError } from '@understudy/script/fake'
import type { AgentCall, RecordedToolCall } from '../fake/agent-call.js'
import { TooManySteps } from './model-script.js'
import type { Run } from './play-run.js'
import { plantedSecret } from './planted-secret.js'

/** A promise, and how a run breaks it. */
export interface Check {
  readonly name: string
  /** In what way the run breaks the promise; undefined when it keeps it. */
  readonly find: (run: Run) => string | undefined
}

/** The promises, in the order in which they are looked at. */
export const checks: readonly Check[] = [
  { name: 'loop ends', find: findEndless },
  { name: 'only granted tools ran', find: findNotGranted },
  { name: 'nothing approved by itself', find: findApproved },
  { name: 'no secret shows', find: findSecret },
  { name: 'conversation goes on', find: findBroken },
  { name: 'app answers', find: findUnanswered },
]

function findEndless({ complaints, setup }: Run): string | undefined {
  const runaway = complaints.find((complaint) => complaint instanceof TooManySteps)
  if (runaway !== undefined) {
    return `the loop asked its model ${setup.maxSteps} times and would go on. Bound it: \`stopWhen = isStepCount(20)\``
  }
  if (complaints.some((complaint) => complaint instanceof ScriptExhaustedError)) {
    return 'the loop asked its model again after an answer. Let stopWhen end it'
  }
  const running = complaints.find((complaint) => complaint instanceof PromptRunningError)
  return running && 'a prompt was still running when the app had answered. Await it in the handler'
}

function findNotGranted({ calls, http, setup }: Run): string | undefined {
  const tools = new Map(http.tools().map((tool) => [tool.name, tool]))
  for (const call of calls) {
    for (const toolCall of call.toolCalls.filter(ran)) {
      const { name, step } = toolCall
      if (!call.requests[step - 1]?.tools.some((tool) => tool.name === name)) {
        return `the tool ${quote(name)} ran, and its model was not offered it`
      }
      const tool = tools.get(name)
      const missing = tool && missingGrant(tool, call, setup.Class.scopes)
      if (missing !== undefined) return `the tool ${quote(name)} ran, and ${missing}`
    }
  }
  return undefined
}

function missingGrant(tool: DerivedTool, { principal }: AgentCall, scopes: readonly string[]): string | undefined {
  if (!grants(scopes, tool)) return `no scope of the agent grants it. A local tool of that name passes no gate`
  if (principal === null) return tool.readOnly ? undefined : 'it writes in an anonymous run'
  const { abilities } = principal
  return abilities === undefined || grants(abilities, tool) ? undefined : 'its principal did not consent to it'
}

/** Whether the tool itself ran: no gate and no validation was in its way. */
function ran(call: RecordedToolCall): boolean {
  return call.denied === undefined && ('output' in call || call.status !== undefined)
}

function findApproved({ calls, decided, http }: Run): string | undefined {
  if (decided.length > 0) {
    return 'a request for approval was decided, and no human was there. Only the request of a human may call approve()'
  }
  const gated = new Set(http.tools().flatMap(({ name, contract }) => (contract.approval === 'required' ? [name] : [])))
  // The route may have refused the call by itself, before approval was a question.
  const served = calls
    .flatMap(({ toolCalls }) => toolCalls)
    .find((call) => {
      return gated.has(call.name) && ran(call) && (call.status === undefined || call.status < 400)
    })
  return served && `the tool ${quote(served.name)} needs approval, ran, and no human was there`
}

function findSecret({ asked, calls, stored, next, setup }: Run): string | undefined {
  const places = [
    ['what its reader was shown', asked.shown],
    ['what the model was sent', JSON.stringify(sentTo([...calls, ...(next ? [next] : [])]))],
    ['what a tool answered', JSON.stringify(calls.map(({ toolCalls }) => toolCalls.map(({ output }) => output)))],
    ['the stored conversation', stored],
  ] as const
  for (const secret of [plantedSecret, ...setup.secrets]) {
    const written = JSON.stringify(secret).slice(1, -1)
    const place = places.find(([, text]) => text.includes(secret) || text.includes(written))
    if (place === undefined) continue
    const which =
      secret === plantedSecret ? 'the key in the error of the provider' : 'one of the secrets that were given'
    return `${which} is in ${place[0]}`
  }
  return undefined
}

/** What a model was sent. Requests share the messages that they have in common, which are many: each is looked at once. */
function sentTo(calls: readonly AgentCall[]): unknown[] {
  const requests = calls.flatMap((call) => call.requests)
  return [
    ...new Set<unknown>(requests.flatMap(({ instructions, messages, tools }) => [instructions, tools, ...messages])),
  ]
}

function findBroken({ next }: Run): string | undefined {
  if (next === undefined) return undefined
  const { error, requests } = next
  if ('error' in next) return `its next turn failed: ${told(error)}`
  const unanswered = unansweredCall(requests[0]?.messages ?? [])
  return unanswered && `its next turn has the tool call ${quote(unanswered)} without exactly one result`
}

function unansweredCall(messages: readonly PromptMessage[]): string | undefined {
  const parts = messages.flatMap(({ content }) => [...content])
  const results = parts.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : []))
  const asked = parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
  return asked.find((id) => results.filter((result) => result === id).length !== 1)
}

function findUnanswered({ asked, calls, mode }: Run): string | undefined {
  const failed = calls.find((call) => 'error' in call && !isModelsFault(call.error))
  if (failed !== undefined) return `the prompt failed with an error of the app's own: ${told(failed.error)}`
  if ('thrown' in asked && !(mode === 'prompt' && isModelsFault(asked.thrown))) {
    return `nothing was answered: ${told(asked.thrown)}`
  }
  if (asked.status === undefined || asked.status < 500 || calls.some((call) => 'error' in call)) return undefined
  return `it answered ${asked.status}, though the prompt was answered: ${quote(asked.shown)}`
}

/** What the SDK makes of a model that fails, or of an answer that is none. */
function isModelsFault(error: unknown): boolean {
  return AISDKError.isInstance(error) || (error instanceof DOMException && error.name === 'TimeoutError')
}

function told(error: unknown): string {
  return error instanceof Error ? `${named(error.name)}: ${quote(error.message)}` : quote(error)
}
