/** `tool:list` and `tool:call`: an app's tools by hand. For local development: whoever runs them is whom they say. */
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Principal } from '@understudy/app'
import type { ActionContext } from '../program.js'
import { listed } from './option-values.js'

const APP_HELP = 'the file whose default export, or export `app`, is the app or makes it'
const LOCAL = '\nFor local development only: it is refused where NODE_ENV is "production".'

interface AppFlags {
  readonly app?: string
  readonly json?: true
}

/** The options of `tool:call`, read. */
export interface CallFlags extends AppFlags {
  // In boxes: a bare null would count as no value.
  readonly input: { readonly json: unknown }
  readonly as: { readonly principal: Principal | null }
  readonly ability?: readonly string[]
}

/** `tool:list`. */
export function toolListCommand({ surroundings }: ActionContext): Command {
  return new Command('tool:list')
    .description('list the tools that an app’s routes declare')
    .option('--app <file>', APP_HELP)
    .option('--json', 'write JSON, with the schemas, and nothing else, to standard output')
    .addHelpText('after', LOCAL)
    .action(async (flags: AppFlags) => {
      const { listTools } = await import('../call-tools.js')
      await listTools(flags, surroundings)
    })
}

/** `tool:call`. */
export function toolCallCommand({ surroundings, exitWith }: ActionContext): Command {
  return new Command('tool:call')
    .description('call one tool through the gate, as somebody')
    .argument('<name>', 'the tool')
    .option('--app <file>', APP_HELP)
    .requiredOption('--as <principal>', 'user:ID, service:ID or anonymous', principal)
    .option('--ability <scope>', 'a scope that the principal consented to; may be repeated', listed)
    .addOption(new Option('--input <json>', 'the input, as JSON').argParser(json).default({ json: {} }, '{}'))
    .option('--json', 'write JSON, and nothing else, to standard output')
    .addHelpText('after', `${LOCAL}\nExits with 1 where a gate or the route refuses.`)
    .action(async (name: string, flags: CallFlags) => {
      const { callOneTool } = await import('../call-tools.js')
      exitWith(await callOneTool(name, flags, surroundings))
    })
}

function json(text: string): CallFlags['input'] {
  try {
    return { json: JSON.parse(text) }
  } catch {
    throw new InvalidArgumentError(`Give JSON in single quotes: --input '{"id":1}'.`)
  }
}

/** Ids that are whole numbers are numbers, as databases have them. */
function principal(text: string): CallFlags['as'] {
  if (text === 'anonymous') return { principal: null }
  const [, kind, id] = /^(user|service):(.+)$/.exec(text) ?? []
  if (id === undefined) throw new InvalidArgumentError('Say who: --as user:1, --as service:cron or --as anonymous.')
  const isNumber = /^(0|[1-9]\d{0,14})$/.test(id)
  return { principal: { kind: kind === 'service' ? 'service' : 'user', id: isNumber ? Number(id) : id } }
}
