/** Text for a terminal, of things that a model or a customer may have written: shortened, on one line, and unable to steer it. */
import { visible } from '../visible'

/** The id of a request for approval is another one each time the demo is played, so it is not printed. */
const RANDOM_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** A text as it is and anything else as JSON, with steering characters written as `\u{…}`. */
export function printable(value: unknown, width = 120): string {
  const whole = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const text = whole.replaceAll(RANDOM_ID, '(id)')
  const characters = Array.from(text)
  return visible(characters.length > width ? `${characters.slice(0, width).join('')} …` : text)
}
