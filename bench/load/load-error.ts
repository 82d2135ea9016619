/** What the load run found wrong: an answer that none expected, or an effect that was lost or doubled. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
}
