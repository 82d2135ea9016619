/** Something that was to be handed to the app's own function, and was not taken. */

/**
 * The first failure of `audit` or `approvals.notify`, as a warning of the process: `process.on('warning', …)` hears it.
 * Never thrown, so that no call fails because of it. `cause` is what the function threw or rejected with.
 */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  readonly code = 'DELIVERY'
  /** The option that holds the function. */
  readonly option: 'audit' | 'approvals.notify'

  constructor(option: DeliveryError['option'], cause: unknown) {
    const message = cause instanceof Error ? cause.message.replace(/\.$/, '') : 'what it threw is no Error'
    super(
      `The app's \`${option}\` failed: ${message}. The call went on, and what was to be delivered is lost. ` +
        `Later failures are not reported. Catch what can fail in it: \`${fixes[option]}\`.`,
      { cause },
    )
    this.option = option
  }
}

const fixes = {
  audit: 'audit: (record) => sink.write(record).catch(report)',
  'approvals.notify': 'approvals: { notify: (request) => mail(request).catch(report) }',
} as const
