/** Cases from a file of JSON lines. Checks each line, since only here its number is known. */
import { readFile } from 'node:fs/promises'
import { EvalCaseError, type CaseProblem } from '../errors/eval-case-error.js'
import { caseProblem, type EvalCase } from './eval-case.js'

/**
 * Cases read from a file, relative to the working directory, when the eval is run. Lines that are empty are skipped.
 * What it returns throws EvalCaseError with the file and line of every bad one, and of every id that is taken.
 */
export function fromJsonl<Case extends EvalCase = EvalCase>(file: string): () => Promise<readonly Case[]> {
  return async () => {
    const problems: CaseProblem[] = []
    const cases: Case[] = []
    const lineOf = new Map<string, number>()
    for (const [index, line] of (await readLines(file)).entries()) {
      if (line.trim() === '') continue
      const value = parse(line)
      const problem = value === undefined ? 'it is no JSON' : caseProblem(value)
      const where = `${file}:${index + 1}`
      if (problem !== undefined) {
        problems.push({ where, problem })
        continue
      }
      // Only what the form of a case asks for is checked; `expected` and `seed` are the file's own.
      const kase = value as Case
      const earlier = lineOf.get(kase.id)
      if (earlier !== undefined) {
        problems.push({ where, problem: `the id ${JSON.stringify(kase.id)} is taken by line ${earlier}` })
      }
      lineOf.set(kase.id, index + 1)
      cases.push(kase)
    }
    if (problems.length > 0) throw new EvalCaseError(problems)
    return cases
  }
}

async function readLines(file: string): Promise<string[]> {
  try {
    const text = await readFile(file, 'utf8')
    return text.replace(/^\uFEFF/, '').split('\n')
  } catch (cause) {
    const problem = `it cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`
    throw new EvalCaseError([{ where: file, problem }], { cause })
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
