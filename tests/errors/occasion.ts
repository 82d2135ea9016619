// How an error is made to occur for the page of messages. Knows no error.

/** One way in which an error occurs, as a user meets it. */
export interface Occasion {
  /** What the user did, to stand before the message: `a scripted call names a tool that is not offered`. */
  when: string
  /** Does it through the public API, and throws or rejects with the error. */
  occur: () => unknown
}

/** What an occasion ends with. */
export async function errorOf({ when, occur }: Occasion): Promise<Error> {
  try {
    await occur()
  } catch (error) {
    if (error instanceof Error) return error
    throw new Error(`The occasion "${when}" throws what is no error.`, { cause: error })
  }
  throw new Error(`The occasion "${when}" passes without an error.`)
}
