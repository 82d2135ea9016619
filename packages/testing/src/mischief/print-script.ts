/**
 * A script as TypeScript to paste into a test. Knows the grammar's words; what a model says is escaped, so that it is
 * neither code nor steers a terminal.
 */
import { APICallError } from 'ai'
import { printable } from '@understudy/script/fake'
import type { ModelScript } from './model-script.js'

const width = 100

/** How a script is printed. */
export interface PrintScriptOptions {
  /** The agent's class. */
  readonly className: string
  /** After so many steps a script that never ends fails, since the loop under test would not end either. */
  readonly endsAfter?: number
}

/** The statements that script this for the next prompt of the agent. */
export function printScript({ steps, ending }: ModelScript, { className, endsAfter }: PrintScriptOptions): string {
  const bounded = 'endless' in ending && endsAfter !== undefined
  const last = 'last' in ending ? ending.last : new Code((indent) => printEndless(ending.endless, indent, endsAfter))
  const reply = steps.reduceRight<unknown>((then, step) => ({ ...step, then }), last)
  const counter = bounded ? 'let asked = 0\n' : ''
  return `${counter}ai.respond(${className}, ${printValue([reply], 0)})`
}

function printEndless(calls: readonly unknown[], indent: number, endsAfter: number | undefined): string {
  if (endsAfter === undefined) return `forever(${printValue(calls, indent)})`
  const inner = ' '.repeat(indent + 2)
  return [
    'forever(() => {',
    `${inner}if (++asked > ${endsAfter}) throw new Error('The loop does not end.')`,
    `${inner}return ${printValue(calls, indent + 2)}`,
    `${' '.repeat(indent)}})`,
  ].join('\n')
}

/** A piece of a value that is told as code. */
class Code {
  readonly print: (indent: number) => string

  constructor(print: (indent: number) => string) {
    this.print = print
  }
}

function printValue(value: unknown, indent: number): string {
  if (value instanceof Code) return value.print(indent)
  if (APICallError.isInstance(value)) return printError(value, indent)
  if (typeof value === 'string') return printText(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const items = itemsOf(value, indent + 2)
  if (items.length === 0) return `${open}${close}`
  const padding = open === '[' ? '' : ' '
  const line = `${open}${padding}${items.join(', ')}${padding}${close}`
  if (indent + line.length <= width && !line.includes('\n')) return line
  const inner = ' '.repeat(indent + 2)
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${' '.repeat(indent)}${close}`
}

function itemsOf(value: object, indent: number): string[] {
  if (Array.isArray(value)) return value.map((item: unknown) => printValue(item, indent))
  return Object.entries(value).map(([key, item]) => `${printKey(key)}: ${printValue(item, indent)}`)
}

function printKey(key: string): string {
  // As a plain key it would set the prototype.
  if (key === '__proto__') return "['__proto__']"
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : printText(key)
}

function printError({ statusCode, message }: APICallError, indent: number): string {
  return `apiError(${printValue({ status: statusCode, message }, indent)})`
}

/** What repeats itself is told by how often. */
function printText(text: string): string {
  const [, unit] = /^(.{1,8}?)\1{15,}$/su.exec(text) ?? []
  if (unit !== undefined) return `${printText(unit)}.repeat(${text.length / unit.length})`
  const json = printable(JSON.stringify(text))
  return json.includes("'") || json.includes('\\"') ? json : `'${json.slice(1, -1)}'`
}
