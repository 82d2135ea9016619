/** Prints one recorded prompt: at each step what the model was sent, what it did, and what became of that. */
import type { AnyAgent } from '@understudy/agents'
import type { AgentCall, RecordedToolCall } from '@understudy/testing'
import { printable } from './printable'

type Request = AgentCall['requests'][number]
type Message = Request['messages'][number]

/** The lines of a prompt, all of them from its record. */
export function printCall<A extends AnyAgent>(agentName: string, call: AgentCall<A>): string[] {
  const { principal, requests, toolCalls, response } = call
  const actor = principal ? `${principal.kind} ${principal.id}` : 'nobody'
  const lines = [`Agent ${agentName} was prompted, acting for ${actor}.`]
  for (const [index, request] of requests.entries()) {
    const asked = new Set(response?.steps[index]?.toolCalls.map(({ toolCallId }) => toolCallId))
    lines.push(
      '',
      `  Step ${index + 1}: the model was sent`,
      ...sentLines(request, requests[index - 1]),
      `  and ${asked.size === 0 ? 'answered' : 'called'}`,
      ...(asked.size === 0
        ? [`    ${printable(response?.text ?? String(call.error))}`]
        : toolCalls.filter(({ id }) => asked.has(id)).flatMap(toolLines)),
    )
  }
  return lines
}

function sentLines(request: Request, previous: Request | undefined): string[] {
  const known = previous?.messages.length ?? 0
  return [
    ...(previous ? [] : [`    instructions  ${printable(request.instructions ?? 'none')}`]),
    `    tools         ${request.tools.map(offeredTool).join(', ') || 'none'}`,
    ...(known > 0 ? [`    messages      ${known} as before, then`] : []),
    ...request.messages.slice(known).flatMap(messageLines),
  ]
}

function offeredTool(tool: Request['tools'][number]): string {
  const properties = tool.type === 'function' ? tool.inputSchema.properties : undefined
  return printable(`${tool.name}(${Object.keys(properties ?? {}).join(', ')})`)
}

function messageLines({ role, content }: Message): string[] {
  const texts = typeof content === 'string' ? [content] : content.map(partText)
  return texts.map((text) => `    ${role.padEnd(12)}  ${printable(text)}`)
}

function partText(part: Exclude<Message['content'], string>[number]): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text
    case 'tool-call':
      return `calls ${part.toolName} ${JSON.stringify(part.input)}`
    case 'tool-result':
      return `${part.toolName} gave ${'value' in part.output ? JSON.stringify(part.output.value) : part.output.type}`
    default:
      return `(${part.type})`
  }
}

function toolLines(toolCall: RecordedToolCall): string[] {
  const { name, input, output, error } = toolCall
  const read = 'output' in toolCall ? output : String(error)
  return [
    `    ${printable(`${name} ${JSON.stringify(input)}`)}`,
    `      ${printable(becameOf(toolCall))}`,
    `      the model reads ${printable(read, 200)}`,
  ]
}

function becameOf({ denied, status, path }: RecordedToolCall): string {
  const place = path === undefined ? '' : ` at ${path}`
  if (denied !== undefined) return `REFUSED by the gate "${denied}"${place}, so the handler did not run`
  return path === undefined ? 'no route was asked' : `the route${place} answered ${status}`
}
