/**
 * The ways in which models go wrong, and scripts that are composed of them. A row for each way; scripts shrink towards a
 * model that only answers.
 */
import type { InvalidToolCall } from '@understudy/script'
import { apiError } from '@understudy/script/fake'
import fc, { type Arbitrary } from 'fast-check'
import type { LastStep, MiddleStep, ModelScript } from './model-script.js'
import { plantedSecret } from './planted-secret.js'
import { goodAnswer, type Offer } from './scout-offer.js'
import * as calls from './wrong-calls.js'

interface Part<STEPS> {
  readonly way: string
  readonly steps: STEPS
}

type Way = readonly [name: string, weight: number, steps: (offer: Offer) => Arbitrary<readonly MiddleStep[]>]

/** What may go wrong before the last word. */
const middleWays: readonly Way[] = [
  ['a right call', 5, (offer) => calls.rightCall(offer).map(alone)],
  ['unknown tool', 2, (offer) => calls.unknownTool(offer).map(alone)],
  ['near-miss name', 1, (offer) => calls.nearMiss(offer).map(alone)],
  ['broken JSON', 1, (offer) => calls.brokenInput(offer).map(alone)],
  ['wrong types', 2, (offer) => calls.wrongTypes(offer).map(alone)],
  ['missing field', 1, (offer) => calls.missingField(offer).map(alone)],
  ['extra field', 1, (offer) => calls.extraField(offer).map(alone)],
  ['huge input', 1, (offer) => calls.hugeInput(offer).map(alone)],
  ['twenty calls at once', 1, (offer) => calls.rightCall(offer).map((call) => together(Array(20).fill(call)))],
  ['the same call twice', 1, (offer) => calls.rightCall(offer).map((call) => together([call, call]))],
  ['the same call again', 1, (offer) => calls.rightCall(offer).map((call) => [...alone(call), ...alone(call)])],
  ['answer before tools', 1, (offer) => calls.rightCall(offer).map((call) => [{ text: 'Done.', toolCalls: [call] }])],
  ['hidden instructions, obeyed', 1, obeyed],
  ['rate limit or error, retried', 1, () => fc.constantFrom(429, 500, 503, 529).map((status) => [failure(status)])],
  [
    'error amid the answer',
    1,
    () => fc.constantFrom(500, 529).map((status) => [{ text: 'Do', breaksAfter: 1, ...failure(status) }]),
  ],
]

function obeyed(offer: Offer): Arbitrary<readonly MiddleStep[]> {
  return fc
    .tuple(calls.injectedText(offer), calls.otherCall(offer))
    .map(([told, obeys]) => [...alone(told), ...alone(obeys)])
}

type Ending = readonly [name: string, weight: number, ending: (offer: Offer) => Arbitrary<ModelScript['ending']>]

/** What its last word may be. */
const endings: readonly Ending[] = [
  ['an answer', 6, ({ output }) => lastly(goodAnswer(output))],
  ['empty answer', 1, () => lastly('')],
  ['an answer in another shape', 1, () => lastly('```json\n{"unasked": 1}\n```')],
  ['truncated', 1, () => lastly({ text: '{"n": 1', finishReason: 'length' })],
  ['filtered', 1, () => lastly({ text: '', finishReason: 'content-filter' })],
  ['stopped for another reason', 1, () => lastly({ text: 'Do', finishReason: 'other' })],
  ['provider refuses', 1, () => fc.constantFrom(400, 401, 403).chain((status) => lastly(failure(status)))],
  ['endless repetition', 2, (offer) => calls.rightCall(offer).map((call) => ({ endless: [call] }))],
]

/** Scripts for a model that is offered this. */
export function scriptsFor(offer: Offer): Arbitrary<ModelScript> {
  const middle = fc.oneof({ withCrossShrink: true }, ...middleWays.map((way) => partOf(way, offer)))
  const ending = fc.oneof({ withCrossShrink: true }, ...endings.map((way) => partOf(way, offer)))
  return fc.tuple(fc.array(middle, { maxLength: 5 }), ending).map(([parts, end]) => ({
    ways: [...parts.map(({ way }) => way), end.way],
    steps: parts.flatMap(({ steps }) => steps),
    ending: end.steps,
  }))
}

function partOf<STEPS>(
  [way, weight, steps]: readonly [string, number, (offer: Offer) => Arbitrary<STEPS>],
  offer: Offer,
): { readonly weight: number; readonly arbitrary: Arbitrary<Part<STEPS>> } {
  return { weight, arbitrary: steps(offer).map((made) => ({ way, steps: made })) }
}

function alone(call: InvalidToolCall): readonly MiddleStep[] {
  return together([call])
}

function together(toolCalls: readonly InvalidToolCall[]): readonly MiddleStep[] {
  return [{ toolCalls }]
}

function lastly(last: LastStep): Arbitrary<ModelScript['ending']> {
  return fc.constant({ last })
}

/** A failure as providers tell it: with the key that it was asked with. */
function failure(status: number): { readonly error: Error } {
  return { error: apiError({ status, message: `The key ${plantedSecret} was answered with ${status}.` }) }
}
