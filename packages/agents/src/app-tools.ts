/**
 * The app's routes as tools of the SDK. What the model is told is JSON Schema alone and the input is not transformed:
 * what is recorded, stored and sent is what the model said.
 */
import { jsonSchema, tool, type ToolSet } from 'ai'
import { contractOf, describePrincipal, grants, missingTool } from '@understudy/app'
import type { AnyRouteTool, DerivedTool, InProcessApp, Principal, Scope } from '@understudy/app'
import type { AgentContext } from './agent.js'

/** What decides which of the app's tools an agent may have. */
export interface AppToolsOptions {
  readonly app: InProcessApp | undefined
  readonly scopes: readonly Scope[]
  readonly principal: Principal | null
  /** Receives what is wrong with the tools asked for. */
  readonly problems: string[]
  /** The name of the agent's class, for what is to be written. */
  readonly className: string
}

/** One tool of the SDK, whatever its types. */
export type SdkTool = ToolSet[string]

/** Stands on the tool itself, so that `{ ...tool, description: '…' }` is the same route's. */
const route: unique symbol = Symbol('route')
const made = new WeakMap<DerivedTool, SdkTool>()

/** The route behind an SDK tool; undefined for a local one. */
export function derivedToolOf(sdkTool: SdkTool): DerivedTool | undefined {
  return (sdkTool as { readonly [route]?: DerivedTool })[route]
}

/** Answers an agent's `appTools()`, gathering every problem instead of throwing at the first. */
export function createAgentContext({ app, scopes, principal, problems, className }: AppToolsOptions): AgentContext {
  return {
    appTools(asked) {
      const set: ToolSet = Object.create(null)
      if (!Array.isArray(asked)) {
        problems.push('its appTools() was given no list. Put the contracts in one: `this.appTools([ticketsShow])`')
        return {}
      }
      for (const each of asked) {
        const found = find(app, each)
        if (typeof found === 'string') problems.push(found)
        else {
          problems.push(...refusals(found, { scopes, principal, className }))
          set[found.name] = toSdkTool(found)
        }
      }
      return { ...set }
    },
  }
}

function find(app: InProcessApp | undefined, asked: AnyRouteTool | string | undefined): DerivedTool | string {
  const name: unknown = typeof asked === 'string' ? asked : asked?.toolName
  if (asked === undefined || typeof name !== 'string')
    return `its appTools() was given ${asked === undefined ? 'undefined' : 'what is no contract'} in its list. Import each contract, or name it: \`this.appTools(['tickets_show'])\``
  if (app === undefined)
    return `it asks for the app tool "${name}", but the binding is of no app. Add it: \`createApp({ bindings: { ai } })\``
  const found = app.tools().get(name)
  if (found === undefined) return missingTool(name, app.tools()).message.replace(/\.$/, '')
  if (typeof asked !== 'string' && contractOf(asked)?.contract !== found.contract) {
    return `its contract "${name}" is not the one on ${found.method} ${found.path}. Import the contract that the route uses, or name it: \`this.appTools(['${name}'])\``
  }
  return found
}

type Asker = Pick<AppToolsOptions, 'scopes' | 'principal' | 'className'>

function refusals(found: DerivedTool, { scopes, principal, className }: Asker): string[] {
  const problems: string[] = []
  if (!grants(scopes, found)) {
    problems.push(
      `no scope of it grants the tool "${found.name}". Add it: \`static override scopes = ['tool:${found.name}'] as const\``,
    )
  }
  if (principal === null && !found.readOnly) {
    problems.push(
      `the tool "${found.name}" writes, and an ${describePrincipal(null)} run may only read. Bind it to a principal: \`ai.agent(${className}).as(principal)\``,
    )
  }
  return problems
}

function toSdkTool(found: DerivedTool): SdkTool {
  let sdkTool = made.get(found)
  if (sdkTool === undefined) {
    sdkTool = tool({ description: found.description, inputSchema: jsonSchema(found.inputSchema) }) as SdkTool
    Object.assign(sdkTool, { [route]: found })
    made.set(found, sdkTool)
  }
  return sdkTool
}
