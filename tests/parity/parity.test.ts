// A script says what real providers say: the same parts in the same order, for the same content, in every way of asking.
// The providers' own packages run here, against a loopback server that speaks their wire formats.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { scriptedModel } from '@understudy/script'
import { type ContentName, contents, modelId, type ProviderName } from './contents'
import { type KnownDifference, knownDifferences } from './known-differences'
import { numberIds, type Observation, observe } from './observe'
import { startWireServer, type WireServer } from './wire-server'

// The keys of the table are its names.
const names = Object.keys(contents) as ContentName[]
const cases = names.flatMap((name) =>
  contents[name].providers.map((provider): [ContentName, ProviderName] => [name, provider]),
)

let server: WireServer
beforeAll(() => (server = startWireServer()))
afterAll(() => server[Symbol.dispose]())

const scripted = new Map<ContentName, Promise<Observation>>()
const provided = new Map<string, Promise<Observation>>()

function kept<KEY>(
  map: Map<KEY, Promise<Observation>>,
  key: KEY,
  make: () => Promise<Observation>,
): Promise<Observation> {
  const known = map.get(key) ?? make()
  map.set(key, known)
  return known
}

/** What can be compared: the middle of a stream that breaks is not there when a model generates. */
function compared(observation: Observation, name: ContentName): Observation {
  const { fails } = contents[name]
  return numberIds(fails === 'after' ? { ...observation, generated: [] } : observation)
}

async function ofScript(name: ContentName): Promise<Observation> {
  const model = () => scriptedModel([contents[name].reply], { name: modelId })
  return compared(await kept(scripted, name, () => observe(model)), name)
}

async function ofProvider(
  [name, provider]: readonly [ContentName, ProviderName],
  differences: readonly KnownDifference[],
): Promise<Observation> {
  const seen = await kept(provided, `${provider} ${name}`, () => observe(() => server.model(provider, name)))
  const own = differences.filter(({ providers }) => providers.includes(provider))
  return compared(
    own.reduce((observation, { bridge }) => bridge(observation), seen),
    name,
  )
}

// Of Gemini an empty text and nothing are the same, so there is nothing to compare a script of nothing with.
const bridged = (name: ContentName): readonly KnownDifference[] =>
  knownDifferences.filter(({ title }) => name !== 'nothing at all' || title !== 'An empty text is no text at all')

describe('a script streams and generates what the provider does', () => {
  test.each(cases)('%s: %s', async (name, provider) => {
    expect(await ofScript(name)).toEqual(await ofProvider([name, provider], bridged(name)))
  })
})

const listed = knownDifferences.flatMap((difference) =>
  difference.providers.map((provider) => [difference.title, provider, difference] as const),
)

describe('a known difference is still there', () => {
  test.each(listed)('%s (%s)', async (_title, provider, difference) => {
    const shown: ContentName[] = []
    for (const name of names) {
      if (!contents[name].providers.includes(provider)) continue
      const others = bridged(name).filter((other) => other !== difference)
      const seen = await ofProvider([name, provider], others)
      if (!Bun.deepEquals(seen, await ofScript(name))) shown.push(name)
    }
    // Where it went away in the provider, or in the script, it leaves the list and docs/parity.md.
    expect(shown).not.toEqual([])
  })

  test('and docs/parity.md tells each of them, and no other', async () => {
    const page = await Bun.file(new URL('../../docs/parity.md', import.meta.url)).text()
    const told = [...page.matchAll(/^\| \*\*(.+?)\*\* +\| ([^|]+) \|/gm)].map(([, title, who]) => [title, who?.trim()])
    const spelled = { openai: 'OpenAI', anthropic: 'Anthropic', google: 'Google' }
    expect(told).toEqual(
      knownDifferences.map(({ title, providers }) => [title, providers.map((name) => spelled[name]).join(', ')]),
    )
  })
})
