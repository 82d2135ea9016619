// The packages as users get them: built, packed, installed in an empty project outside this repository, compiled
// there against the published declarations, and run on Bun (from source), on each Node (from the built files) and under
// Vitest there. The project is installed once for all of them.

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import rootManifest from '../package.json'
import { buildAll } from '../scripts/build'
import { packAll, type PackedPackage } from '../scripts/pack'
import { listPackages, repositoryRoot } from '../scripts/workspace'
import { failingTests } from './consumer/failing/failing-tests'
import { coloured, expectBothErrors, plain } from './suppressed-errors'

/** The oldest Node that the packages promise to run on and the oldest of the next long-term line, one in colours. */
const nodes = [
  { version: '22.0.0', palette: plain },
  { version: '24.0.0', palette: coloured },
]
/** Where Node comes from, on the registry: `node` on this machine may be another. */
const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
/** The declarations that the AI SDK's own need and that a project brings; the project is compiled with skipLibCheck off. */
const declarations = { '@types/node': '22.20.7', '@types/json-schema': '7.0.15' }
/** The newest Vitest whose engines include those Nodes (5 asks for 22.12), and likewise the newest Vite for them. */
const runner = { vitest: '4.1.12', vite: '6.4.6' }
const compiler = join(repositoryRoot, 'node_modules/typescript/bin/tsc')

let project: string
let packed: PackedPackage[]

/** Runs a command in the project to its end. */
async function spawn(command: string[], env: Record<string, string | undefined>): Promise<Finished> {
  const child = Bun.spawn(command, {
    cwd: project,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, ...env },
  })
  const [output, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { output, complaint, exitCode: await child.exited }
}

interface Finished {
  output: string
  complaint: string
  exitCode: number
}

/** What a command that must succeed prints. */
async function run(command: string[]): Promise<string> {
  const { output, complaint, exitCode } = await spawn(command, { NO_COLOR: '1' })
  if (exitCode !== 0) throw new Error(`"${command.join(' ')}" failed:\n${(output + complaint).slice(0, 4000)}`)
  return output
}

/** A Node of the project. */
function nodePath(version: string): string {
  return join(project, 'node_modules', `node-${version}`, 'bin/node')
}

const vitest = 'node_modules/vitest/vitest.mjs'

/** A project that has the tarballs, their peers, the Nodes and a Vitest; the tarballs find each other through overrides. */
function consumerManifest(): object {
  const tarballs = Object.fromEntries(packed.map((item) => [item.manifest.name, `file:${item.tarball}`]))
  const nodePackages = Object.fromEntries(
    nodes.map(({ version }) => [`node-${version}`, `npm:${nodePackage}@${version}`]),
  )
  const { ai, hono, zod } = rootManifest.devDependencies
  return {
    name: 'consumer',
    private: true,
    type: 'module',
    dependencies: { ...tarballs, ai, hono, zod, ...declarations, ...runner, ...nodePackages },
    overrides: { ...tarballs, vite: runner.vite },
  }
}

async function filesIn(item: PackedPackage): Promise<string[]> {
  return [...(await new Bun.Archive(await Bun.file(item.tarball).bytes()).files()).keys()]
}

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'understudy-consumer-'))
  await buildAll()
  packed = await packAll(project)
  await cp(join(repositoryRoot, 'tests/consumer'), project, { recursive: true })
  await Bun.write(join(project, 'package.json'), JSON.stringify(consumerManifest(), undefined, 2))
  await run([process.execPath, 'install', '--ignore-scripts', '--linker', 'isolated'])
  await run([process.execPath, compiler, '-p', 'tsconfig.consumer.json', '--module', 'nodenext', '--noCheck'])
}, 180_000)

afterAll(async () => {
  await rm(project, { recursive: true, force: true })
})

test('every package is packed with its licence, built files and source, and without tests', async () => {
  expect(packed.map((item) => item.folder)).toEqual((await listPackages()).map((item) => item.folder))
  for (const item of packed) {
    const files = await filesIn(item)
    expect(files).toContain('package/LICENSE')
    expect(files).toContain('package/dist/index.js')
    expect(files).toContain('package/dist/index.d.ts')
    expect(files).toContain('package/src/index.ts')
    expect(files.filter((file) => /\.test(-d)?\.|__snapshots__|tsconfig/.test(file))).toEqual([])
  }
})

test('every package carries the repository’s licence', async () => {
  const licence = await Bun.file(join(repositoryRoot, 'LICENSE')).text()
  for (const item of packed) expect(await Bun.file(join(item.path, 'LICENSE')).text()).toBe(licence)
})

for (const [module, moduleResolution] of [
  ['nodenext', 'nodenext'],
  ['preserve', 'bundler'],
] as const) {
  test(`a program compiles against the packages with module resolution ${moduleResolution}`, async () => {
    const options = [
      '--module',
      module,
      '--moduleResolution',
      moduleResolution,
      '--outDir',
      `compiled-${moduleResolution}`,
    ]
    expect(await run([process.execPath, compiler, '-p', 'tsconfig.consumer.json', ...options])).toBe('')
  }, 60_000)
}

test('the program runs on Bun, from the packages’ source', async () => {
  expect(await run([process.execPath, 'usage.ts'])).toBe('Every package was used from outside.\n')
}, 60_000)

test('the command runs an eval on Bun, from its source in TypeScript', async () => {
  const command = [process.execPath, '--bun', 'node_modules/.bin/understudy', 'ai:eval', '--file', 'digest.eval.ts']
  expect(await run([...command, '--dir', 'flows-bun'])).toContain('ids: 50.0%')
}, 60_000)

for (const { version, palette } of nodes) {
  test(`the program runs on Node ${version}, from the packages’ built files`, async () => {
    expect(await run([nodePath(version), '--version'])).toBe(`v${version}\n`)
    expect(await run([nodePath(version), 'compiled/usage.js'])).toBe('Every package was used from outside.\n')
  }, 60_000)

  test(`the command runs an eval on Node ${version}, and reports it`, async () => {
    const understudy = (...args: string[]) => run([nodePath(version), 'node_modules/.bin/understudy', ...args])
    const dir = `flows-${version}`
    const flow = ['ticket-digest', '--dir', dir]
    expect(await understudy('ai:eval', ...flow, '--file', 'compiled/digest.eval.js')).toContain('ids: 50.0%')
    expect(await understudy('ai:eval:check', ...flow)).toContain('keeps the layout')
    expect(await understudy('ai:eval:report', ...flow)).toBe(`${join(dir, 'ticket-digest.html')}\n`)
  }, 60_000)

  test.each(['@understudy/app/sql', '@understudy/agents/sql'])(
    `%s says on Node ${version} that it needs Bun`,
    async (subpath) => {
      const program = `import('${subpath}').catch(({ name, code, reason }) => console.log(JSON.stringify({ name, code, reason })))`
      const told: unknown = JSON.parse(await run([nodePath(version), '--input-type=module', '--eval', program]))
      expect(told).toEqual({ name: 'SqlClientError', code: 'SQL_CLIENT', reason: 'runtime' })
    },
  )

  test(`fakes work under Vitest on Node ${version}`, async () => {
    const report = `report-${version}.json`
    await run([nodePath(version), vitest, 'run', '--root', 'vitest', '--reporter', 'json', '--outputFile', report])
    const told: unknown = await Bun.file(join(project, 'vitest', report)).json()
    expect(told).toMatchObject({ success: true, numTotalTests: 12, numPassedTests: 12 })
  }, 60_000)

  test(`both errors of a test are readable under Vitest on Node ${version}, ${palette.name}`, async () => {
    const command = [nodePath(version), vitest, 'run', '--root', 'failing']
    const { output, complaint, exitCode } = await spawn(command, palette.env)
    expect(exitCode).not.toBe(0)
    expect(complaint.includes('\u001b[')).toBe(palette.escapes)
    expect(Bun.stripANSI(output)).toContain(`Tests  ${failingTests.length} failed (${failingTests.length})`)
    expectBothErrors(complaint)
  }, 60_000)
}
