/** Something that was to be handed to the app's own function, and was not taken. */
import { plainText, quoted } from '../quoted.js'

/**
 * The first failure of `audit` or `approvals.notify`, as a warning of the process: `process.on('warning', …)` hears it.
 * Never thrown, so that no call fails because of it. `cause` is what the function threw or rejected with.
 */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  readonly code = 'DELIVERY'
  /** The option that holds the function. */
  readonly option: 'audit' | 'approvals.notify'

  /** The file of `fileAudit()`, where that was the function. */
  readonly file: string | undefined

  constructor(option: DeliveryError['option'], cause: unknown, file?: string) {
    const message = cause instanceof Error ? plainText(cause.message.replace(/\.$/, '')) : 'what it threw is no Error'
    super(
      `The app's \`${option}\` failed: ${message}. The call went on, and what was to be delivered is lost. ` +
        `Later failures are not reported. ${file === undefined ? `Catch what can fail in it: \`${fixes[option]}\`` : fixOfFile(file)}.`,
      { cause },
    )
    this.option = option
    this.file = file
  }
}

/** What fails in there is not the app's to catch. */
function fixOfFile(file: string): string {
  return `Let the process write to ${quoted(file, Infinity)} again, or give the records a place with room: \`audit: fileAudit('/var/log/agent-audit.jsonl')\``
}

const fixes = {
  audit: 'audit: (record) => sink.write(record).catch(report)',
  'approvals.notify': 'approvals: { notify: (request) => mail(request).catch(report) }',
} as const
