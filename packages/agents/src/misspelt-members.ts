/**
 * Members of an agent that are a setting written wrongly, which nothing would read. A class may have members of its own,
 * so that this names only what cannot be one of them: another case of the same letters, or one slip in a long word.
 */
import { distance } from 'fastest-levenshtein'
import { LOOP_SETTINGS } from './agent-settings.js'

const SETTINGS: readonly string[] = [...LOOP_SETTINGS, 'instructions', 'output', 'provider', 'tools']
const known: ReadonlySet<string> = new Set(SETTINGS)
const byLowerCase: ReadonlyMap<string, string> = new Map(SETTINGS.map((name) => [name.toLowerCase(), name]))

/** Shorter words have honest neighbours: `seen` and `seed`, `prepareAll` and `prepareCall`, `toolsContent`. */
const LONG_WORD = 9

/** The words of a setting that are long enough for a slip to be known as one. */
const misspellable = SETTINGS.map((name) => ({ name, words: wordsOf(name) })).filter(({ words }) =>
  words.some(({ length }) => length >= LONG_WORD),
)

/** What is wrong with the names of an agent's members, each as a sentence with its fix. */
export function misspeltMembers(agent: object): string[] {
  const problems: string[] = []
  const tell = (name: string): void => {
    const meant = meantBy(name)
    // A class that has the setting itself did not misspell it.
    if (meant === undefined || (meant !== 'tools' && meant in agent)) return
    problems.push(`it has a member "${name}", which is no setting; the nearest is "${meant}". Write: \`${meant}\``)
  }
  for (const name of Object.keys(agent)) if (!known.has(name)) tell(name)
  for (const name of suspectMethods(agent)) tell(name)
  return problems
}

/** By prototype, which is read once: the methods and getters of a class, and of those it extends, that look misspelt. */
const suspects = new WeakMap<object, readonly string[]>()

function suspectMethods(agent: object): readonly string[] {
  const prototype: object = Object.getPrototypeOf(agent)
  let names = suspects.get(prototype)
  if (names === undefined) {
    const found = new Set<string>()
    for (let each = prototype; each !== null && each !== Object.prototype; each = Object.getPrototypeOf(each)) {
      for (const name of Object.getOwnPropertyNames(each)) if (meantBy(name) !== undefined) found.add(name)
    }
    suspects.set(prototype, (names = [...found]))
  }
  return names
}

/** The setting that a name was probably meant to be; undefined for a setting, and for a name of its own. */
function meantBy(name: string): string | undefined {
  if (known.has(name)) return undefined
  const sameLetters = byLowerCase.get(name.toLowerCase())
  if (sameLetters !== undefined || name.length < LONG_WORD - 1) return sameLetters
  return misspellable.find((setting) => isSlip(name, setting))?.name
}

interface Setting {
  readonly name: string
  readonly words: readonly string[]
}

/** Whether all words are the same but for one slip in one long word. */
function isSlip(given: string, { name, words }: Setting): boolean {
  if (Math.abs(given.length - name.length) > 1) return false
  const own = wordsOf(given)
  if (own.length !== words.length) return false
  const [first, ...others] = words.flatMap((word, index) => (word === own[index] ? [] : [[own[index] ?? '', word]]))
  if (first === undefined || others.length > 0) return false
  const [written = '', word = ''] = first
  // Another first letter makes another word, as in `seasoning`; and so does another number, as in `temperatures`.
  if (word.length < LONG_WORD || written[0] !== word[0]) return false
  if (`${written}s` === word || written === `${word}s`) return word === 'instructions'
  return distance(written, word) === 1 || isTransposed(written, word)
}

function isTransposed(written: string, word: string): boolean {
  return distance(written, word) === 2 && sorted(written) === sorted(word)
}

function sorted(word: string): string {
  return word.split('').toSorted().join('')
}

/** `prepareStep` has the words `prepare` and `step`. */
function wordsOf(name: string): string[] {
  return name.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase())
}
