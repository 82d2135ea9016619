/**
 * When a test fails and the disposal of its fake fails too, the runner gets one `SuppressedError` with both, and shows
 * neither: Bun 1.4.5 gives it no message, and compilers' helpers give it one that says nothing. This makes it tell both,
 * the failed test first.
 */

let done = false

/**
 * Gives such errors a message where they have none of their own, and a cause, which runners print. Stays in place: it
 * changes nothing but what was blank. Runtimes without `SuppressedError` have nothing to mend.
 */
export function makeSuppressedErrorsReadable(): void {
  if (done || typeof SuppressedError === 'undefined') return
  done = true
  mend('message', function message(this: SuppressedError) {
    return this === SuppressedError.prototype ? '' : describeBoth(this)
  })
  mend('cause', function cause(this: SuppressedError): unknown {
    if (this === SuppressedError.prototype) return undefined
    return new Error(describeBoth(this), { cause: this.suppressed })
  })
}

function mend(property: 'message' | 'cause', get: (this: SuppressedError) => unknown): void {
  const { prototype } = SuppressedError
  Object.defineProperty(prototype, property, {
    configurable: true,
    get,
    // What an engine or a compiler's helper sets itself is kept.
    set(this: SuppressedError, value: unknown) {
      Object.defineProperty(this, property, { value, writable: true, configurable: true })
    },
  })
}

function describeBoth({ suppressed, error }: SuppressedError): string {
  return `${messageOf(suppressed)}\n\nThen, when the block ended:\n\n${messageOf(error)}`
}

function messageOf(error: unknown): string {
  if (error instanceof SuppressedError) return error.message
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
