/** A test set up in a way that cannot work. */

/** Thrown when a `TestApp` or a fake is asked for something that its app cannot give. The message has the fix. */
export class TestSetupError extends Error {
  override readonly name = 'TestSetupError'
  readonly code = 'TEST_SETUP'
}
