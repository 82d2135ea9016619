// What a model is asked with a content in mind: the tools it is offered, and the output that is wanted. Knows each
// provider's own tools.

import { anthropic } from '@ai-sdk/anthropic'
import { google } from '@ai-sdk/google'
import { openai } from '@ai-sdk/openai'
import { tool, type ToolSet } from 'ai'
import { z } from 'zod'
import type { AskedOutput, Content, ProviderName } from './content'
import { isHosted } from './hosted-block'

/** What the SDK's functions are given. */
export interface Asking {
  readonly tools: ToolSet
  readonly output?: AskedOutput
  readonly providerOptions?: { readonly anthropic: { readonly structuredOutputMode: 'outputFormat' } }
}

const tools = {
  weather: tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => `Rain in ${city}.` }),
  time: tool({ inputSchema: z.object({ zone: z.string() }), execute: ({ zone }) => `Noon in ${zone}.` }),
  ping: tool({ inputSchema: z.object({}), execute: () => 'pong' }),
}

const hosted: Record<ProviderName, ToolSet> = {
  openai: {
    web_search: openai.tools.webSearch(),
    code_interpreter: openai.tools.codeInterpreter(),
    image_generation: openai.tools.imageGeneration(),
    file_search: openai.tools.fileSearch({ vectorStoreIds: ['store_1'] }),
  },
  anthropic: {
    web_search: anthropic.tools.webSearch_20250305(),
    code_execution: anthropic.tools.codeExecution_20250825(),
    advisor: anthropic.tools.advisor_20260301({ model: 'adviser-1' }),
  },
  google: { code_execution: google.tools.codeExecution({}) },
}

// This one runs code of its own to filter what it finds.
const filtering: ToolSet = { web_search: anthropic.tools.webSearch_20260209() }

/** What to ask for this content. */
export function askingFor({ blocks, output, byFormat }: Content, provider: ProviderName): Asking {
  return {
    tools: toolsFor(blocks, provider),
    ...(output && { output }),
    ...(byFormat && { providerOptions: { anthropic: { structuredOutputMode: 'outputFormat' } } }),
  }
}

function toolsFor(blocks: Content['blocks'], provider: ProviderName): ToolSet {
  const calls = blocks.filter(isHosted)
  if (calls.every(({ type }) => type === 'remote')) return tools
  return calls.some((call) => call.type === 'execution' && !call.offered) ? filtering : hosted[provider]
}
