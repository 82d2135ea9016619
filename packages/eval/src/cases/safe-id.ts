/**
 * The id of a case as it stands in rows and in names of files: one string everywhere, that cannot leave its folder.
 * Depends on the id alone, so that shards and later runs agree.
 */
import { createHash } from 'node:crypto'

const SAFE = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?$/

/** Windows takes these for devices, whatever follows a dot. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** The id itself where it is safe, else what is safe of it and a hash of the whole. */
export function safeId(id: string): string {
  if (isSafeName(id)) return id
  const readable = id
    // More than that nobody reads, and no pattern has to.
    .slice(0, 200)
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^[-_]+|-+$/g, '')
    .slice(0, 60)
  return `${readable === '' ? 'case' : readable}-${hashOf(id).slice(0, 10)}`
}

/** Which of `count` shards an id belongs to, from 1. */
export function shardOf(id: string, count: number): number {
  return (Number.parseInt(hashOf(id).slice(0, 8), 16) % count) + 1
}

/** Whether a name can be a folder beside others: of a flow, say. */
export function isSafeName(name: string): boolean {
  return SAFE.test(name) && !DEVICE.test(name)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
