// Checks the tarballs as they would be published: publint for package.json, "are the types wrong" for what
// TypeScript resolves. Expects the packages to be built.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { packAll, type PackedPackage } from './pack'
import { repositoryRoot } from './workspace'

const typesChecker = join(repositoryRoot, 'node_modules/@arethetypeswrong/cli/dist/index.js')

/** What publint has to say about a tarball, one line a message. */
async function publintProblems(item: PackedPackage): Promise<string[]> {
  const { messages, pkg } = await publint({
    pack: { tarball: await Bun.file(item.tarball).arrayBuffer() },
    strict: true,
  })
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code)
}

/** What "are the types wrong" has to say about a tarball, or nothing. The packages are ESM only, on purpose. */
async function typesProblems(item: PackedPackage): Promise<string[]> {
  const command = [
    process.execPath,
    typesChecker,
    item.tarball,
    '--profile',
    'esm-only',
    '--format',
    'ascii',
    '--no-emoji',
  ]
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' })
  const [output, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return (await child.exited) === 0 ? [] : [output + complaint]
}

async function checkPackages(folder: string): Promise<boolean> {
  let clean = true
  for (const item of await packAll(folder)) {
    const [manifest, types] = await Promise.all([publintProblems(item), typesProblems(item)])
    const problems = [...manifest, ...types]
    console.log(
      problems.length === 0 ? `${item.manifest.name}: fine` : `${item.manifest.name}:\n${problems.join('\n')}`,
    )
    clean &&= problems.length === 0
  }
  return clean
}

const folder = await mkdtemp(join(tmpdir(), 'understudy-pack-'))
try {
  if (!(await checkPackages(folder))) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
