/**
 * When a test fails and the disposal of its fake fails too, the runner gets one `SuppressedError` with both. Bun 1.4.5
 * gives that no message and prints nothing of either; this makes it say both, the failed test first.
 */

let done = false

/** Puts a message on the errors that have none of their own. Stays in place: it changes nothing but what was blank. */
export function makeSuppressedErrorsReadable(): void {
  if (done) return
  done = true
  const { prototype } = SuppressedError
  if (Object.getOwnPropertyDescriptor(prototype, 'message')?.get !== undefined) return
  Object.defineProperty(prototype, 'message', {
    configurable: true,
    get(this: SuppressedError) {
      return this === prototype ? '' : describeBoth(this)
    },
    // An engine or a polyfill that does set a message keeps it.
    set(this: SuppressedError, message: string) {
      Object.defineProperty(this, 'message', { value: message, writable: true, configurable: true })
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
