/**
 * Reads a flow's folder as a report builder outside of this project would, by the contract alone, and names every
 * departure. Shares no code with what writes, so that a mistake there is not made here again.
 */
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Json = Readonly<Record<string, unknown>>
type Check = (value: unknown) => boolean

const text: Check = (value) => typeof value === 'string'
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const count: Check = (value) => Number.isInteger(value) && Number(value) >= 0
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const mapOf =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check)
const shape =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(fields).every(([name, check]) => check(value[name]))

const USAGE = shape({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
})

const RESULT: Readonly<Record<string, Check>> = {
  prompt_id: text,
  rep: count,
  prompt: text,
  tags: listOf(text),
  status: oneOf('ok', 'truncated'),
  stop_reason: text,
  grade: mapOf(number),
  explanation: text,
  model: text,
  usage: orNull(USAGE),
  judge_model: orNull(text),
  judge_usage: orNull(USAGE),
  latency_s: number,
  tool_calls: count,
  meta: isObject,
}

const ERROR: Readonly<Record<string, Check>> = {
  prompt_id: text,
  rep: count,
  failure_class: oneOf('setup', 'provider', 'tool', 'grade', 'timeout', 'serving_substitution'),
  error: text,
  retries: count,
  model: orNull(text),
  usage: orNull(USAGE),
  latency_s: number,
}

const STATE: Readonly<Record<string, Check>> = {
  train_ids: listOf(text),
  val_ids: listOf(text),
  test_ids: listOf(text),
  metrics: listOf(
    shape({
      id: text,
      label: (value) => typeof value === 'string' && value.length <= 14,
      kind: oneOf('binary', 'float', 'judge'),
      scale: number,
      better: oneOf('higher', 'lower'),
    }),
  ),
  reps: count,
  prices: mapOf(shape({ in: number, out: number })),
}

const TURN = shape({
  role: oneOf('system', 'user', 'assistant', 'tool_call', 'tool_result'),
  content: text,
  name: (value) => value === undefined || typeof value === 'string',
})

/** One sentence for each departure; none for a folder that keeps the contract. */
export async function checkLayout(flowFolder: string): Promise<string[]> {
  const problems: string[] = []
  if (!(await isFolder(flowFolder))) return [`${flowFolder} is no folder.`]
  const state = await readJson(join(flowFolder, '_state.json'))
  problems.push(...fieldProblems(state, STATE, '_state.json'))
  if (isObject(state)) problems.push(...splitProblems(state))
  for (const name of await namesIn(flowFolder)) {
    if (name === '_state.json') continue
    if (!/^(baseline|v\d+)$/.test(name)) problems.push(`${name} is neither _state.json nor a variant.`)
    else problems.push(...(await variantProblems(flowFolder, name)))
  }
  return problems
}

function splitProblems(state: Json): string[] {
  const ids = [state['train_ids'], state['val_ids'], state['test_ids']].flat()
  return new Set(ids).size === ids.length ? [] : ['_state.json has a case in two sets.']
}

async function variantProblems(flowFolder: string, variant: string): Promise<string[]> {
  const folder = join(flowFolder, variant)
  if ((await lstat(folder)).isSymbolicLink()) return [`${variant} is a symbolic link.`]
  const results = await readLines(folder, 'results.jsonl')
  const errors = await readLines(folder, 'errors.jsonl')
  const problems = [...results.problems, ...errors.problems]
  const stems = new Set<string>()
  for (const [index, row] of results.rows.entries()) {
    const where = `results.jsonl:${index + 1}`
    problems.push(...fieldProblems(row, RESULT, where))
    if (!isObject(row)) continue
    const stem = `${String(row['prompt_id'])}_rep${String(row['rep'])}`
    if (stems.has(stem)) problems.push(`${where} repeats ${stem}.`)
    if (!/^[A-Za-z0-9._-]+$/.test(stem)) problems.push(`${where} has an id that is not safe in a path.`)
    if (row['status'] === 'truncated' && Object.keys(row['grade'] ?? {}).length > 0)
      problems.push(`${where} grades a truncated answer.`)
    stems.add(stem)
  }
  for (const [index, row] of errors.rows.entries())
    problems.push(...fieldProblems(row, ERROR, `errors.jsonl:${index + 1}`))
  problems.push(...(await traceProblems(folder, stems)))
  if ((await readText(join(folder, 'summary.json'))) === undefined) {
    problems.push('summary.json is missing: no run came to its end yet. Run it again, and it is written.')
  } else if (!isObject(await readJson(join(folder, 'summary.json')))) problems.push('summary.json is no JSON object.')
  if ((await readText(join(folder, 'progress.txt'))) === undefined) problems.push('There is no progress.txt.')
  return problems.map((problem) => `${variant}/${problem}`)
}

/** Every row has its trace, and every trace is one of turns. */
async function traceProblems(folder: string, stems: ReadonlySet<string>): Promise<string[]> {
  const names = await namesIn(join(folder, 'traces'))
  const missing = [...stems].filter((stem) => !names.includes(`${stem}.json`))
  const problems = missing.map((stem) => `traces/${stem}.json is missing.`)
  for (const name of names) {
    if (!/^[A-Za-z0-9._-]+_rep\d+\.json$/.test(name)) problems.push(`traces/${name} is named for no attempt.`)
    else if (!listOf(TURN)(await readJson(join(folder, 'traces', name))))
      problems.push(`traces/${name} is no list of turns.`)
  }
  return problems
}

function fieldProblems(value: unknown, fields: Readonly<Record<string, Check>>, where: string): string[] {
  if (!isObject(value)) return [`${where} is no JSON object.`]
  return Object.entries(fields)
    .filter(([name, check]) => !check(value[name]))
    .map(([name]) => `${where} has no proper ${name}.`)
}

async function readLines(folder: string, name: string): Promise<{ rows: unknown[]; problems: string[] }> {
  const content = await readText(join(folder, name))
  if (content === undefined) return { rows: [], problems: [`There is no ${name}.`] }
  const problems = content === '' || content.endsWith('\n') ? [] : [`${name} ends in half a line.`]
  const rows = content.split('\n').filter((line) => line !== '')
  return { rows: rows.map(parse), problems }
}

async function readJson(path: string): Promise<unknown> {
  const content = await readText(path)
  return content === undefined ? undefined : parse(content)
}

async function readText(path: string): Promise<string | undefined> {
  return await readFile(path, 'utf8').catch(() => undefined)
}

async function isFolder(path: string): Promise<boolean> {
  return await lstat(path).then(
    (status) => status.isDirectory(),
    () => false,
  )
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => [])
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
