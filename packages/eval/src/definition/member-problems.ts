/** What is wrong with the members of a definition by their form. Definitions come from JavaScript and from casts, too. */

type Check = readonly [isFine: (value: unknown) => boolean, is: string, fix: string]

const isFunction = (value: unknown): boolean => typeof value === 'function'
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): boolean => typeof value === 'string'
const optional =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || check(value)

const REPORTER_METHODS = ['prior', 'begin', 'answered', 'spent', 'scored', 'failed', 'progress', 'end', 'close']

/** In the order in which the docs have them. Numbers are checked where their defaults are. */
const CHECKS: Readonly<Record<string, Check>> = {
  flow: [optional(isText), 'a text', "{ flow: 'ticket-digest' }"],
  agent: [isFunction, 'an agent class', '{ agent: TicketDigest }'],
  app: [isFunction, 'a function that makes an app', '{ app: () => buildApp() }'],
  binding: [optional(isText), 'a text', "{ binding: 'ai' }"],
  cases: [
    (value) => Array.isArray(value) || isFunction(value),
    'a list or a function that gets one',
    "{ cases: fromJsonl('cases.jsonl') }",
  ],
  provider: [optional(isText), 'a text', "{ provider: 'main' }"],
  servedAs: [
    optional((value) => Array.isArray(value) && value.every(isText)),
    'a list of texts',
    "{ servedAs: ['gpt-5'] }",
  ],
  as: [optional(isFunction), 'a function', "{ as: () => ({ kind: 'user', id: 1 }) }"],
  setup: [optional(isFunction), 'a function', '{ setup: (app, kase) => seed(app, kase.seed) }'],
  teardown: [optional(isFunction), 'a function', '{ teardown: (app) => app.close() }'],
  grade: [isFunction, 'a function', '{ grade: ({ response }) => ({ answered: 1 }) }'],
  metrics: [
    (value) => Array.isArray(value) && value.every(isObject),
    'a list of metrics',
    "{ metrics: [{ id: 'answered', kind: 'binary' }] }",
  ],
  judge: [
    optional((value) => isObject(value) && isFunction(value['agent']) && isText(value['provider'])),
    'an agent class and a provider',
    "{ judge: { agent: Judge, provider: 'other' } }",
  ],
  reporter: [
    optional((value) => isMethods(value, REPORTER_METHODS)),
    `an object with the methods ${REPORTER_METHODS.join(', ')}`,
    '{ reporter: new MyReporter() }',
  ],
  gates: [
    optional((value) => isObject(value) && Object.values(value).every(isObject)),
    'an object of gates',
    '{ gates: { answered: { min: 0.9 } } }',
  ],
}

/** A sentence, with its fix, for each member that is of another form; the members' own rules can be asked only without. */
export function memberProblems(definition: unknown): string[] {
  if (!isObject(definition)) return ['nothing describes it. Write `defineEval({ agent, app, cases, grade, metrics })`']
  return Object.entries(CHECKS)
    .filter(([name, [isFine]]) => !isFine(definition[name]))
    .map(([name, [, is, fix]]) => `its ${name} ${verb(name)} not ${is}. Write \`${fix}\``)
}

function verb(name: string): string {
  return ['cases', 'metrics', 'gates'].includes(name) ? 'are' : 'is'
}

/** Methods may stand on a class, so this looks past own members. */
function isMethods(value: unknown, names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => isFunction(value[name]))
}
