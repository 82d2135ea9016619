// A process that is killed cannot clean up: whatever moment it is, the next run goes on where it was.

import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pMap from 'p-map'
import { checkLayout, runEval, type ResultRow, type SpendEntry } from '../index.js'
import { asked, files, linesOf, model, someCases, temporaryRun } from '../test-eval.js'
import { spokenEval } from '../test-killed-run.js'

const PROGRAM = join(import.meta.dir, '../test-killed-run.ts')
const KILLS = 30
const REPS = 2
const cases = someCases(8)
/** Set up, asked twice, graded, torn down and scored. */
const WORDS = cases.length * REPS * 6

/** Runs the program until it has said so many words, then kills it. */
async function runUntil(words: number, dir: string): Promise<void> {
  const child = Bun.spawn([process.execPath, PROGRAM, dir], { stdout: 'pipe', stderr: 'inherit' })
  let heard = 0
  for await (const chunk of child.stdout) {
    heard += chunk.filter((byte) => byte === 10).length
    if (heard >= words) child.kill(9)
  }
  await child.exited
}

/** How many answers to each case are on disk. */
async function storedAnswers(dir: string): Promise<Map<string, number>> {
  const names = await readdir(join(dir, 'clerk/baseline/resume/answers')).catch(() => [])
  return new Map(cases.map(({ id }) => [id, names.filter((name) => name.startsWith(`${id}_rep`)).length]))
}

async function killAndResume(words: number): Promise<void> {
  await using run = await temporaryRun({ reps: REPS })
  const { dir } = run.options
  await runUntil(words, dir)
  const stored = await storedAnswers(dir)

  const main = model(files)
  const result = await runEval(
    spokenEval(main, () => undefined),
    run.options,
  )

  const questions = main.calls.filter((call) => call.messages.length === 1).map(asked)
  for (const { id, input } of cases) {
    expect(questions.filter((question) => question === input)).toHaveLength(REPS - (stored.get(id) ?? 0))
  }
  expect(result).toMatchObject({ end: 'complete', failed: 0 })
  expect(result.done + result.made).toBe(cases.length * REPS)
  const rows = await linesOf<ResultRow>(join(dir, 'clerk/baseline/results.jsonl'))
  const expected = cases.flatMap(({ id }) => Array.from({ length: REPS }, (_, rep) => `${id}/${rep}`))
  expect(rows.map(({ prompt_id, rep }) => `${prompt_id}/${rep}`).toSorted()).toEqual(expected.toSorted())
  expect(rows.every((row) => row.grade['urgent'] === 1)).toBe(true)
  expect(await checkLayout(join(dir, 'clerk'))).toEqual([])
  const spent = await linesOf<SpendEntry>(join(dir, 'clerk/baseline/resume/spend.jsonl'))
  expect(spent.length).toBeGreaterThanOrEqual(cases.length * REPS * 2)
}

test(`a run that is killed at any of ${KILLS} moments is completed, and no answer on disk is asked for again`, async () => {
  const moments = Array.from({ length: KILLS }, () => 1 + Math.floor(Math.random() * WORDS))
  await pMap(
    moments,
    async (words) => {
      try {
        await killAndResume(words)
      } catch (error) {
        throw new Error(`Killed after ${words} words.`, { cause: error })
      }
    },
    { concurrency: 2 },
  )
}, 120_000)
