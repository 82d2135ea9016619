/** `bun run demo`: plays the demo on a database that is deleted afterwards. Exits with 1 when it does not go as told. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { playDemo } from './play-demo'

const folder = await mkdtemp(join(tmpdir(), 'support-desk-'))
try {
  await playDemo(join(folder, 'desk.sqlite'), (line) => console.log(line))
} catch (error) {
  console.error('\nThe demo did not go as told.', error)
  process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
