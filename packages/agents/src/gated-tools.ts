/**
 * The tools of one prompt: an app tool's call goes through the gate, and how it ended is told to the prompt's source.
 */
import type { ToolSet } from 'ai'
import { callTool, type Budget, type DerivedTool, type InProcessApp, type Principal, type Scope } from '@understudy/app'
import { derivedToolOf, type SdkTool } from './app-tools.js'
import type { PromptRun } from './models/model-source.js'

/** Who the calls are made by. */
export interface ToolCaller {
  /** Undefined only where there are no app tools either. */
  readonly app: InProcessApp | undefined
  readonly agent: string
  readonly principal: Principal | null
  readonly scopes: readonly Scope[]
  readonly budget: Budget
}

/** The same tools, with those that are routes behind the gate. Local ones are the app's own code and stay as they are. */
export function gatedTools(tools: ToolSet, caller: ToolCaller, run: PromptRun): ToolSet {
  const gated: ToolSet = { ...tools }
  for (const [name, sdkTool] of Object.entries(tools)) {
    const derived = derivedToolOf(sdkTool)
    if (derived !== undefined) gated[name] = { ...sdkTool, execute: throughTheGate(derived, caller, run) } as SdkTool
  }
  return gated
}

function throughTheGate(tool: DerivedTool, { app, ...caller }: ToolCaller, run: PromptRun): SdkTool['execute'] {
  return async (input, { toolCallId, abortSignal }) => {
    try {
      // An app tool was found in an app, so there is one.
      const outcome = await callTool(app as InProcessApp, { ...caller, tool, input, signal: abortSignal })
      run.toolEnded?.(toolCallId, { output: outcome.output, outcome })
      return outcome.output
    } catch (error) {
      run.toolEnded?.(toolCallId, { error })
      throw error
    }
  }
}
