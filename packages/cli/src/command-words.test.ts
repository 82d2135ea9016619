import { describe, expect, test } from 'bun:test'
import { RunOptionsError, StaleResultsError } from '@understudy/eval'
import { inCommandWords } from './command-words.js'

describe('a fix that is code', () => {
  test('becomes a flag', () => {
    const stale = new StaleResultsError('desk', 'v20', [{ prompt_id: 'c1', rep: 0, changed: ['case'] }])
    expect(inCommandWords(stale.message)).toEndWith(
      'Run just those again: `--rerun-stale`, or leave them and begin a variant: `--variant v21`.',
    )
    const refused = new RunOptionsError([
      "Grade and ask: `{ regrade: false, stale: 'rerun' }`. Or `{ only: { ids } }`.",
    ])
    expect(inCommandWords(refused.message)).toEndWith(
      'Grade and ask: `--rerun-stale` without `--regrade`. Or `--case ID`.',
    )
    expect(inCommandWords('Take fewer: `{ shard: { index: 1, count: 3 } }`.')).toBe('Take fewer: `--shard 1/3`.')
  })

  test('of other things stays as it is', () => {
    const message = 'Write `defineAi({ providers: { main: { model } } })`.'
    expect(inCommandWords(message)).toBe(message)
  })
})
