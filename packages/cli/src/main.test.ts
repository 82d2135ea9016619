/** The command line itself: help, completion, colours and what is refused. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { showProgress } from './live-progress.js'
import { command, openWorkplace, parrotFile, type Workplace } from './test-command.js'

const ESCAPE = '\u001B['

test('with nothing to do it teaches what there is', async () => {
  const { code, stdout, stderr } = await command([])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('understudy ai:eval ticket-digest --dry-run')
  expect(stdout).toContain('130 interrupted')
})

test.each(['ai:eval', 'ai:eval:compare', 'ai:eval:report', 'ai:eval:merge', 'ai:eval:check', 'tool:list', 'tool:call'])(
  '%s has help of its own',
  async (name) => {
    const { code, stdout } = await command([name, '--help'])
    expect(code).toBe(0)
    expect(stdout).toStartWith(`Usage: understudy ${name}`)
  },
)

test('the version is the package’s', async () => {
  const { version } = await Bun.file(new URL('../package.json', import.meta.url)).json()
  expect((await command(['--version'])).stdout).toBe(`${version}\n`)
})

test('a command that is none is refused with the nearest', async () => {
  expect(await command(['ai:evals'])).toEqual({
    code: 2,
    stdout: '',
    stderr: "error: unknown command 'ai:evals'\n(Did you mean ai:eval?)\n",
  })
})

describe('colours', () => {
  const refused = ['ai:eval', 'none', '--file', parrotFile]

  test('are for terminals', async () => {
    expect((await command(refused, { isTTY: true })).stderr).toContain(ESCAPE)
    expect((await command(refused)).stderr).not.toContain(ESCAPE)
  })

  test('are left out where NO_COLOR is set, and where the terminal is dumb', async () => {
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
      expect((await command(refused, { isTTY: true, env })).stderr).not.toContain(ESCAPE)
    }
  })
})

describe('progress', () => {
  const progress = {
    done: 1,
    total: 4,
    ok: 1,
    truncated: 0,
    failed: 0,
    spentUsd: 0.5,
    unpriced: false,
    elapsedMs: 1_000,
  }

  async function shown(isTTY: boolean, count: number, columns = 30): Promise<string> {
    let text = ''
    const write = (each: string): boolean => {
      text += each
      return true
    }
    const live = await showProgress({ write, isTTY, columns }, {})
    for (let done = 1; done <= count; done += 1) live.show({ ...progress, done, total: count, leftMs: null })
    return text
  }

  test('is one line on a terminal, no longer than it is wide', async () => {
    const text = await shown(true, 3)
    expect(text).not.toContain('\n')
    expect(
      Math.max(
        ...Bun.stripANSI(text)
          .split('\r')
          .map((line) => line.length),
      ),
    ).toBeLessThan(3 * 30)
    expect(text).toEndWith('3/3 done: 1 ok, 0 truncated, ')
  })

  test('stays below what an app prints, and does not stick to it', async () => {
    let text = ''
    const output = { write: (each: string) => (text += each), isTTY: true, columns: 80 }
    const live = await showProgress(output, {})
    live.show({ ...progress, leftMs: null })
    text = ''
    live.pass('from the app\n', output)
    expect(text.replaceAll(ESCAPE, '^')).toMatch(/^(?:\^\d?[GK])+from the app\n(?:\^\d?[GK])+\d+\/4 done: /)
    text = ''
    live.pass('half a line', output)
    expect(text).toEndWith('half a line')
  })

  test('is a line of the usual width on a terminal that does not say how wide it is', async () => {
    expect(await shown(true, 1, 0)).toContain('1/1 done: 1 ok, 0 truncated, 0 failed; $')
  })

  test('is a line for each tenth elsewhere', async () => {
    const text = await shown(false, 1_000)
    expect(text.trimEnd().split('\n')).toHaveLength(11)
    expect(text).not.toContain(ESCAPE)
  })
})

describe('completion', () => {
  let work: Workplace
  beforeAll(async () => {
    work = await openWorkplace()
  })
  afterAll(() => work[Symbol.asyncDispose]())

  async function complete(cwd: string, ...args: string[]): Promise<string> {
    const bin = Bun.fileURLToPath(new URL('../bin/understudy.js', import.meta.url))
    const child = Bun.spawn([process.execPath, bin, 'complete', ...args], { cwd, stdout: 'pipe', stderr: 'pipe' })
    return await new Response(child.stdout).text()
  }

  test('knows flows by the names of their files, and runs none of them', async () => {
    await Bun.write(`${work.dir}/tests/digest.eval.ts`, 'throw new Error("It ran.")')
    await Bun.write(`${work.dir}/node_modules/a/other.eval.ts`, '')
    await Bun.write(`${work.dir}/.claude/hillclimb/triage/_state.json`, '{}')
    const text = await complete(work.dir, '--', 'ai:eval', '')
    expect(text.split('\n').filter((line) => line.includes('\tflow'))).toEqual(['digest\tflow', 'triage\tflow'])
  })

  test('knows options', async () => {
    expect(await complete(work.dir, '--', 'ai:eval', '--max')).toContain('--max-cost-usd')
  })

  test('has a script for each shell', async () => {
    for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
      expect(await complete(work.dir, shell)).toContain('understudy')
    }
  })
})
