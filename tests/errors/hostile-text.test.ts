/** No error shows a text of somebody else's as it is: it steers no terminal, begins no line, and is cut. */
import { describe, expect, test } from 'bun:test'
import { expectHarmless, HOSTILE_LINE, HUGE } from '../hostile-text'
import { exportedErrors, hostileErrors, told } from './hostile-errors'

test('every error of the packages that quote is made of hostile text here, or only hands on what was told', () => {
  const known = [...Object.keys(hostileErrors), ...told]
  expect([...new Set(exportedErrors)].toSorted()).toEqual(known.toSorted())
})

describe.each(Object.entries(hostileErrors).map(([name, make]) => ({ name, make })))('$name', ({ name, make }) => {
  test('shows no character that is not seen, and no line that is not its own', () => {
    const error = make(HOSTILE_LINE)
    expect(error.name).toBe(name)
    expectHarmless(error.message)
    expectHarmless(String(error))
  })

  test('is short, whatever was said, and says how much it left out', () => {
    for (const text of HUGE) {
      const { message } = make(text)
      expectHarmless(message)
      expect(message.length).toBeLessThan(40_000)
      expect(message).toMatch(/ \(\+\d+ characters\)/)
    }
  })
})
