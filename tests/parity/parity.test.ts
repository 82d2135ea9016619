// A script says what real providers say: the same parts in the same order, for the same content, in every way of asking.
// The providers' own packages run here, against a loopback server that speaks their wire formats.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { scriptedModel } from '@understudy/script'
import { askingFor } from './asking'
import { type Content, modelId, type ProviderName } from './content'
import { type ContentName, contents } from './contents'
import { knownDifferences } from './known-differences'
import { numberIds, type Observation, observe } from './observe'
import type { KnownDifference } from './rewrite'
import { type Model, startWireServer, type WireServer } from './wire-server'

// The keys of the table are its names.
const names = Object.keys(contents) as ContentName[]
const contentOf = (name: ContentName): Content => contents[name]
const cases = names.flatMap((name) =>
  contentOf(name).providers.map((provider): [ContentName, ProviderName] => [name, provider]),
)

let server: WireServer
beforeAll(() => (server = startWireServer()))
afterAll(() => server[Symbol.dispose]())

const scripted = new Map<string, Promise<Observation>>()
const provided = new Map<string, Promise<Observation>>()

type Case = readonly [ContentName, ProviderName]

function kept(
  map: Map<string, Promise<Observation>>,
  [name, provider]: Case,
  model: () => Model,
): Promise<Observation> {
  const key = `${provider} ${name}`
  const known = map.get(key) ?? observe(model, askingFor(contentOf(name), provider))
  map.set(key, known)
  return known
}

/** What can be compared: the middle of a stream that breaks is not there when a model generates. */
function compared(observation: Observation, name: ContentName): Observation {
  const { fails } = contentOf(name)
  return numberIds(fails === 'after' ? { ...observation, generated: [] } : observation)
}

async function ofScript(asked: Case): Promise<Observation> {
  const [name, provider] = asked
  const model = () => scriptedModel([contentOf(name).reply(provider)], { name: modelId })
  return compared(await kept(scripted, asked, model), name)
}

async function ofProvider(asked: Case, differences: readonly KnownDifference[]): Promise<Observation> {
  const [name, provider] = asked
  const seen = await kept(provided, asked, () => server.model(provider, name))
  const own = differences.filter(({ providers }) => providers.includes(provider))
  return compared(
    own.reduce((observation, { bridge }) => bridge(observation, contentOf(name)), seen),
    name,
  )
}

// Of Gemini an empty text and nothing are the same, so there is nothing to compare a script of nothing with.
function bridged(name: ContentName): readonly KnownDifference[] {
  if (contentOf(name).exact) return []
  return knownDifferences.filter(
    ({ title }) => name !== 'nothing at all' || title !== 'An empty text is no text at all',
  )
}

describe('a script streams and generates what the provider does', () => {
  test.each(cases)('%s: %s', async (name, provider) => {
    expect(await ofScript([name, provider])).toEqual(await ofProvider([name, provider], bridged(name)))
  })
})

const listed = knownDifferences.flatMap((difference) =>
  difference.providers.map((provider) => [difference.title, provider, difference] as const),
)

describe('a known difference is still there', () => {
  test.each(listed)('%s (%s)', async (_title, provider, difference) => {
    const shown: ContentName[] = []
    for (const name of names) {
      const { providers, exact } = contentOf(name)
      if (exact || !providers.includes(provider)) continue
      const others = bridged(name).filter((other) => other !== difference)
      const seen = await ofProvider([name, provider], others)
      if (!Bun.deepEquals(seen, await ofScript([name, provider]))) shown.push(name)
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
