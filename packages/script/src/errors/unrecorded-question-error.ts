/**
 * The error for a question that no turn of a fixture was recorded for. Knows how that is told; the fixture knows when.
 */
import type { Difference } from '../fixtures/compare-questions.js'
import { wordList } from './name-list.js'
import { escaped, namedPath, oneLine, quoted } from '../quoted.js'

/** What is known about a question that was not recorded. */
export interface UnrecordedQuestionDetails {
  readonly file: string
  /** Which call of this replay it is, from 1. */
  readonly asked: number
  /** How many turns the fixture has. */
  readonly turns: number
  /** The turns that were recorded for this very question, all used by now. */
  readonly usedTurns: readonly number[]
  /** The turn whose question is nearest, and the first place where it differs. */
  readonly nearest: { readonly turn: number; readonly difference: Difference } | undefined
}

/** A replayed model was asked what was not recorded. Nothing was answered, no real model was asked. */
export class UnrecordedQuestionError extends Error {
  readonly code = 'UNRECORDED_QUESTION'
  readonly file: string
  readonly asked: number
  readonly turns: number
  readonly usedTurns: readonly number[]
  /** The nearest turn, from 1. */
  readonly nearestTurn: number | undefined
  /** The first place that differs: `messages[1].content`. */
  readonly path: string | undefined
  /** What was recorded there, as JSON; undefined where nothing was. */
  readonly recorded: string | undefined
  /** What was asked there, as JSON, without secrets; undefined where nothing was. */
  readonly found: string | undefined

  constructor(details: UnrecordedQuestionDetails) {
    super(`${whatHappened(details)} ${whatIsKnown(details)} ${fix(details)}`)
    this.name = 'UnrecordedQuestionError'
    const { file, asked, turns, usedTurns, nearest } = details
    this.file = file
    this.asked = asked
    this.turns = turns
    this.usedTurns = usedTurns
    this.nearestTurn = nearest?.turn
    this.path = nearest?.difference.path
    this.recorded = jsonOf(nearest?.difference.recorded)
    this.found = jsonOf(nearest?.difference.asked)
  }
}

function whatHappened({ file, asked }: UnrecordedQuestionDetails): string {
  return `Fixture ${namedPath(file)} has no turn for call ${asked}, and no real model was asked.`
}

function whatIsKnown({ turns, usedTurns, nearest }: UnrecordedQuestionDetails): string {
  const count = turns === 1 ? '1 turn' : `${turns} turns`
  if (usedTurns.length > 0) {
    const [noun, verb] = usedTurns.length === 1 ? ['turn', 'is'] : ['turns', 'are']
    return `It was recorded as ${noun} ${wordList(usedTurns.map(String))} of ${count}, which ${verb} used already.`
  }
  if (nearest === undefined) return turns === 0 ? 'It has no turns.' : `All of its ${count} are used.`
  const { turn, difference } = nearest
  const { recorded, asked } = excerpts(jsonOf(difference.recorded), jsonOf(difference.asked))
  const near = turns === 1 ? 'Its only turn is near' : `The nearest of its ${count} is turn ${turn}`
  return `${near}: there ${oneLine(difference.path)} was ${recorded}, and is now ${asked}.`
}

function fix({ nearest, usedTurns }: UnrecordedQuestionDetails): string {
  if (usedTurns.length > 0) return 'Ask it as often as it was recorded, or record again with `RECORD=1`.'
  if (nearest === undefined)
    return 'Record again with `RECORD=1`, or add a turn by hand: `{ "kind": "text", "content": "Done." }`.'
  const { path, recorded, asked } = nearest.difference
  if (recorded === undefined || asked === undefined) return 'Where the change is meant, record again with `RECORD=1`.'
  return (
    'Where the change is meant, record again with `RECORD=1`; where the value changes from run to run, say so: ' +
    `\`volatile: [${quoted(path, 300)}]\`.`
  )
}

function jsonOf(value: Difference['asked']): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value)
}

const shownLength = 120
const shownBefore = 30

/** Both values around the first place where they differ. */
function excerpts(recorded: string | undefined, asked: string | undefined): { recorded: string; asked: string } {
  let start = 0
  if (recorded !== undefined && asked !== undefined) {
    while (start < recorded.length && recorded[start] === asked[start]) start++
  }
  const from = Math.max(0, start - shownBefore)
  const excerpt = (text: string | undefined): string => {
    if (text === undefined) return 'not there'
    if (text.length <= shownLength) return text
    const end = from + shownLength
    return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`
  }
  return { recorded: escaped(excerpt(recorded)), asked: escaped(excerpt(asked)) }
}
