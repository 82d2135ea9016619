/**
 * Tells the answers that are there as a whole, which most are, from those that may go on: `c.json()` makes them of one
 * text. A response does not say which it is, and to read one as a stream costs more than most tool calls.
 */
import type { Context } from 'hono'

const whole = new WeakSet<Response>()

/** Notes what `c.json()` answers from now on. What a middleware makes of that is another response, of which nothing is known. */
export function noteAnswers(c: Context): void {
  const { json } = c
  const noted = (...given: Parameters<typeof json>): Response => {
    const response = json(...given)
    whole.add(response)
    return response
  }
  // The same function as far as its types go: it hands on what it is given, and answers with what it is answered.
  c.json = noted as typeof json
}

/** Whether a response was made of one text. */
export function isWholeAnswer(response: Response): boolean {
  return whole.has(response)
}
