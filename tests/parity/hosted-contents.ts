// Answers with tools that the provider runs: searches, code, and tools that the app did not offer.

import type { Reply } from '@understudy/script'
import { type Block, type Content, content, modelId, type Page, page, type ProviderName, usage } from './content'
import type { HostedBlock } from './hosted-block'
import { hostedParts } from './hosted-parts'

const search: HostedBlock = { type: 'search', query: 'a', finds: page }
const execution: HostedBlock = { type: 'execution', code: 'print("a")', prints: 'a\n', offered: true }
const remote: HostedBlock = { type: 'remote', name: 'letters', input: { letter: 'a' }, answer: 'The first.' }
const waiting: HostedBlock = { type: 'remote', name: 'letters', input: { letter: 'a' } }
const image = { type: 'image', half: 'aA==', whole: 'aGk=' } as const
const weather = { name: 'weather', input: { city: 'Oslo' } }

const text = (said: string, cites?: Page): Block => ({ type: 'text', deltas: [said], ...(cites && { cites }) })

/** Calls that the provider runs, and what the model says of them. */
function hosted(calls: readonly HostedBlock[], said: string, rest: Partial<Content> = {}): Content {
  const cites = calls.find((call) => call.type === 'search')?.finds
  const reply = (provider: ProviderName): Reply => ({
    content: [...calls.flatMap((call, index) => hostedParts(provider, call, index)), { type: 'text', text: said }],
    usage,
  })
  return content([...calls, text(said, cites)], '', { reply, ...rest })
}

const making = { toolCallId: 'hosted-1', toolName: 'image_generation' }

const openaiUsage = {
  inputTokens: { total: 12, noCache: 12, cacheRead: 0, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
}

/** What comes only in a stream, a result before the last one, is scripted by its parts. */
const imageParts: Reply = {
  parts: [
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', id: 'response-1', modelId, timestamp: new Date(0) },
    { type: 'tool-call', ...making, input: '{}', providerExecuted: true },
    { type: 'tool-result', ...making, result: { result: image.half }, preliminary: true },
    { type: 'tool-result', ...making, result: { result: image.whole } },
    { type: 'finish', finishReason: 'stop', usage: openaiUsage },
  ],
}

export const hostedContents = {
  'a search': hosted([search], 'See A.', { providers: ['openai', 'anthropic'] }),
  'a search that fails': hosted([{ type: 'search', query: 'a' }], 'I do not know.', {
    providers: ['openai', 'anthropic'],
  }),
  'two searches': hosted([search, { type: 'search', query: 'b' }], 'See A.', { providers: ['openai', 'anthropic'] }),
  'a code execution': hosted([execution], 'It says a.'),
  'a code execution that nobody offered': hosted([{ ...execution, offered: false }], 'It says a.', {
    providers: ['anthropic'],
  }),
  'a search of files': hosted([{ type: 'file-search', query: 'a', finds: 'a.txt' }], 'See a.txt.', {
    providers: ['openai'],
  }),
  'an image of which a half is shown before': content([image], '', {
    reply: () => imageParts,
    exact: true,
    providers: ['openai'],
  }),
  'an advice': hosted([{ type: 'advice', gives: 'Say a.' }], 'a', { providers: ['anthropic'] }),
  'a tool that nobody offered': hosted([remote], 'It comes first.'),
  'a tool that nobody offered, which waits for a yes': content([waiting], '', {
    reply: (provider) => ({ content: hostedParts(provider, waiting, 0), usage }),
    providers: ['openai'],
  }),
  'a tool that nobody offered, then a tool call': content([remote, { type: 'call', ...weather }], '', {
    stop: 'tool-calls',
    reply: (provider) => ({
      content: [
        ...hostedParts(provider, remote, 0),
        { type: 'tool-call', toolCallId: 'call-1', toolName: 'weather', input: '{"city":"Oslo"}' },
      ],
      usage,
    }),
  }),
} as const satisfies Record<string, Content>
