/** Lists an app's tools and calls one, through every gate. Refuses to where the app is in production. */
import { callTool, createBudget, describePrincipal, missingTool, type ToolOutcome } from '@understudy/app'
import { hideSecrets, printable } from '@understudy/eval'
import type { CallFlags } from './commands/tool-commands.js'
import { divertConsole } from './divert-console.js'
import { LocalOnlyError } from './errors/local-only-error.js'
import { loadApp } from './load-app.js'
import type { Surroundings } from './surroundings.js'

/** What the audit and the messages of gates call whoever runs the command. */
const AGENT = 'understudy-cli'

/** Lists the tools. */
export async function listTools(
  { app: file, json }: Pick<CallFlags, 'app' | 'json'>,
  { stdout, stderr, env }: Surroundings,
): Promise<void> {
  refuseInProduction('tool:list', env)
  using _ = json ? divertConsole(stderr) : undefined
  await using loaded = await loadApp(file)
  const tools = [...loaded.app.tools().values()]
  if (json) {
    const told = tools.map(({ name, description, method, path, readOnly, inputSchema }) => ({
      name,
      description,
      method,
      path,
      readOnly,
      inputSchema,
    }))
    stdout.write(`${JSON.stringify(told)}\n`)
    return
  }
  const width = Math.max(0, ...tools.map(({ name }) => name.length))
  for (const { name, method, path, readOnly, description } of tools) {
    const line = `${name.padEnd(width)}  ${method} ${path}${readOnly ? '' : '  (writes)'}  ${description}`
    stdout.write(`${printable(line).replaceAll('\n', ' ')}\n`)
  }
  if (tools.length === 0) stdout.write(printable(`No route of ${loaded.file} carries a routeTool().\n`))
}

/** Calls a tool, and returns 1 where a gate or the route refuses, else 0. */
export async function callOneTool(name: string, flags: CallFlags, surroundings: Surroundings): Promise<number> {
  const { stderr, env } = surroundings
  refuseInProduction('tool:call', env)
  using _ = flags.json ? divertConsole(stderr) : undefined
  await using loaded = await loadApp(flags.app)
  const { app } = loaded
  const tool = app.tools().get(name)
  if (tool === undefined) throw missingTool(name, app.tools())
  const { principal: who } = flags.as
  const principal = who && flags.ability ? { ...who, abilities: flags.ability } : who
  stderr.write(printable(`Local development only: calling ${name} as ${describePrincipal(principal)}.\n`))
  const outcome = await callTool(app, {
    tool,
    input: flags.input.json,
    agent: AGENT,
    principal,
    // The route's own guards, the policies and the principal's abilities decide.
    scopes: ['tools:*'],
    budget: createBudget(1),
  })
  tell(outcome, flags.json, surroundings)
  return outcome.denied !== undefined || (outcome.status ?? 200) >= 400 ? 1 : 0
}

function tell(
  { output, denied, approval, status, method, path, threw }: ToolOutcome,
  json: true | undefined,
  to: Surroundings,
): void {
  const { stdout, stderr } = to
  if (json) {
    stdout.write(`${JSON.stringify({ output, denied, approval, status, method, path })}\n`)
    return
  }
  const request = path === undefined ? `${method}: no request was made` : `${method} ${path}: ${status ?? 'no answer'}`
  const denial = denied === undefined ? '' : `; refused by ${denied}`
  stderr.write(printable(`${request}${denial}\n`))
  if (threw !== undefined) stderr.write(printable(`The handler threw: ${hideSecrets(String(threw.error))}\n`))
  stdout.write(printable(`${typeof output === 'string' ? output : JSON.stringify(output, undefined, 2)}\n`))
}

function refuseInProduction(command: string, env: Surroundings['env']): void {
  if (env['NODE_ENV'] === 'production') throw new LocalOnlyError(command)
}
