/**
 * The bare minimum that the ratios are against: the SDK's own loop and its own calls, hand-written mocks, and a tool that
 * calls the Hono app directly.
 */
import {
  createUIMessageStreamResponse,
  embed,
  experimental_decide,
  jsonSchema,
  tool,
  ToolLoopAgent,
  toUIMessageStream,
} from 'ai'
import { Experimental_DecisionMockModelV4, MockEmbeddingModelV4, MockLanguageModelV4 } from 'ai/test'
import { app, questions } from './desk.js'

type Result = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>
type StreamResult = Awaited<ReturnType<MockLanguageModelV4['doStream']>>
type StreamPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
}

const answer: Result = {
  content: [{ type: 'text', text: 'Done.' }],
  finishReason: { unified: 'stop', raw: undefined },
  usage,
  warnings: [],
}

const call: Result = {
  content: [{ type: 'tool-call', toolCallId: 'call-1', toolName: 'tickets_show', input: '{"id":3}' }],
  finishReason: { unified: 'tool-calls', raw: undefined },
  usage,
  warnings: [],
}

const callParts: StreamPart[] = [
  { type: 'stream-start', warnings: [] },
  { type: 'tool-input-start', id: 'call-1', toolName: 'tickets_show' },
  { type: 'tool-input-delta', id: 'call-1', delta: '{"id":3}' },
  { type: 'tool-input-end', id: 'call-1' },
  { type: 'tool-call', toolCallId: 'call-1', toolName: 'tickets_show', input: '{"id":3}' },
  { type: 'finish', finishReason: call.finishReason, usage },
]

const answerParts: StreamPart[] = [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'Done.' },
  { type: 'text-end', id: '1' },
  { type: 'finish', finishReason: answer.finishReason, usage },
]

const inputSchema = jsonSchema<{ id: number }>({
  type: 'object',
  properties: { id: { type: 'integer' } },
  required: ['id'],
  additionalProperties: false,
})

const ticketsShow = tool({
  description: 'Show one ticket.',
  inputSchema,
  execute: async ({ id }) => {
    const response = await app.request(`/tickets/${id}`, { headers: { authorization: 'Bearer bench' } })
    return await response.json()
  },
})

const tools = { tickets_show: ticketsShow }

function agentOf(model: MockLanguageModelV4): ToolLoopAgent<never, typeof tools> {
  return new ToolLoopAgent({ model, instructions: 'You triage support tickets.', tools })
}

async function prompt(results: Result[]): Promise<string> {
  const agent = agentOf(new MockLanguageModelV4({ doGenerate: results }))
  const { text } = await agent.generate({ prompt: 'Look at ticket 3.' })
  return text
}

function streamOf(parts: readonly StreamPart[]): StreamResult {
  return {
    stream: new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part)
        controller.close()
      },
    }),
  }
}

/** One prompt that is answered with text. */
export async function bareText(): Promise<string> {
  return await prompt([answer])
}

/** One prompt with one real tool call. */
export async function bareToolCall(): Promise<string> {
  return await prompt([call, answer])
}

/** The same as a stream of UI messages, read to its end. */
export async function bareStream(): Promise<string> {
  const agent = agentOf(new MockLanguageModelV4({ doStream: [streamOf(callParts), streamOf(answerParts)] }))
  const { stream } = await agent.stream({ prompt: 'Look at ticket 3.' })
  return await createUIMessageStreamResponse({ stream: toUIMessageStream({ stream, tools }) }).text()
}

/** One embedding of one value. */
export async function bareEmbedding(): Promise<number[]> {
  const model = new MockEmbeddingModelV4({
    doEmbed: async () => ({ embeddings: [[0.1, 0.2, 0.3]], usage: { tokens: 0 }, warnings: [] }),
  })
  const { embedding } = await embed({ model, value: 'A printer is on fire.' })
  return embedding
}

/** One evaluation of two questions. */
export async function bareEvaluation(): Promise<number> {
  const model = new Experimental_DecisionMockModelV4({
    doDecide: async () => ({
      answers: {
        category: { type: 'choice', choice: 'billing', probabilities: { billing: 1, technical: 0 } },
        urgent: { type: 'boolean', probability: 0.97 },
      },
      warnings: [],
    }),
  })
  const { answers } = await experimental_decide({ model, state: 'A printer is on fire.', questions })
  return answers.urgent.probability
}
