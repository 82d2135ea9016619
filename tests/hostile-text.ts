// Text that does harm where it is shown as it is, and how a message is seen to be harmless. Knows no message.

import { expect } from 'bun:test'

/** Clears the screen, sets the title, moves up and overwrites, rings, begins a line, and the same with 8-bit sequences. */
const STEERING = [
  '\u001b[2J\u001b[H',
  '\u001b]0;owned\u0007',
  '\u001b]8;;http://evil.example\u001b\\',
  '\u001b[1A\u001b[2Kall tests passed',
  '\b\b\b',
  '\r  0 fail',
  '\u009b2J',
  '\u009d0;owned\u009c',
  '\u0000',
  '\u007f',
  '\u0085',
]

/** Turns text around, ends a line, hides, and is half of a character. */
const DECEIVING = [
  '\u202Egnp.exe\u202C',
  '\u202A\u202B\u202D',
  '\u2066\u2067\u2068\u2069',
  '\u200E\u200F\u061C',
  '\u2028\u2029',
  '\u200B\u200D\uFEFF\u00AD',
  '\u{E0041}\u{E007F}',
  '\uD800',
  '\uDC00',
]

/** One text for each way of doing harm. */
export const HOSTILE: readonly string[] = [...STEERING, ...DECEIVING]

/** All of it at once, on a line that looks like another one's. */
export const HOSTILE_LINE = `a\nFORGED ${HOSTILE.join(' ')} "\`'\${}`

/** What is longer than any message may be, seen and unseen. */
export const HUGE: readonly string[] = ['x'.repeat(1_000_000), '\u009b'.repeat(1_000_000), '🙂'.repeat(500_000)]

/** Holds that no character is unseen, but for line ends and tabs, and that no line stands where others do: a complaint's are indented. */
export function expectHarmless(shown: string): void {
  expect(shown).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
  expect(shown).not.toMatch(/^(?! {5})\W*FORGED/m)
}
