// The HTML report in a real browser: everybody who had a say in it is hostile, and still nothing runs and nothing leaves.
// Where there is no Chromium these are skipped in sight, but for CI, where they fail: scripts/install-chromium.sh brings one.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { renderReport } from '@understudy/eval'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { hostileReport } from '../packages/eval/src/test-report'

const executablePath = process.env['CHROMIUM_PATH'] ?? Bun.which('chromium') ?? Bun.which('google-chrome') ?? undefined
const isLeftOut = executablePath === undefined && process.env['CI'] !== 'true'

function withoutPolicy(page: string): string {
  return page.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
}

describe.skipIf(isLeftOut)('the report in Chromium', () => {
  let folder: string
  let browser: Browser

  beforeAll(async () => {
    if (executablePath === undefined) throw new Error('There is no Chromium. Install it: scripts/install-chromium.sh')
    folder = await mkdtemp(join(tmpdir(), 'understudy-report-'))
    // Containers run tests as root, where the sandbox does not start.
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    const page = await renderReport(hostileReport())
    await Bun.write(join(folder, 'report.html'), page)
    await Bun.write(join(folder, 'unguarded.html'), withoutPolicy(page))
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  /** Opens a page with every part of it unfolded, and says what it asked for. */
  async function open(
    name: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; requests: string[]; complaints: string[] } & AsyncDisposable> {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const requests: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    page.on('dialog', (dialog) => void dialog.dismiss())
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto(pathToFileURL(join(folder, name)).href)
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    return { page, requests, complaints, [Symbol.asyncDispose]: () => context.close() }
  }

  test.each(['report.html', 'unguarded.html'])(
    '%s: no script runs and no request leaves',
    async (name) => {
      await using opened = await open(name)
      const { page, requests, complaints } = opened
      for (const part of await page.locator('summary, svg, pre').all()) await part.hover({ force: true, trial: true })
      await page.mouse.move(200, 200)
      expect(await page.evaluate(() => ('ran' in globalThis ? 'ran' : 'nothing'))).toBe('nothing')
      expect(requests).toEqual([pathToFileURL(join(folder, name)).href])
      expect(complaints).toEqual([])
      expect(await page.locator('script, iframe, img, link, base, form, object, embed').count()).toBe(0)
    },
    60_000,
  )

  test('its own policy would stop a script that got through all the same', async () => {
    const page = (await renderReport(hostileReport())).replace('<main>', '<main><script>globalThis.ran = 1</script>')
    await Bun.write(join(folder, 'broken.html'), page)
    await Bun.write(join(folder, 'broken-unguarded.html'), withoutPolicy(page))
    await using guarded = await open('broken.html')
    await using unguarded = await open('broken-unguarded.html')
    const hasRun = (page: Page): Promise<boolean> => page.evaluate(() => 'ran' in globalThis)
    expect([await hasRun(guarded.page), await hasRun(unguarded.page)]).toEqual([false, true])
    expect(guarded.complaints.join()).toContain('Content Security Policy')
  }, 60_000)

  test('it is styled, in the light and in the dark', async () => {
    const grounds: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await using opened = await open('report.html', { colorScheme })
      grounds.push(await opened.page.evaluate(() => getComputedStyle(document.body).backgroundColor))
    }
    expect(grounds).toEqual(['rgb(251, 251, 250)', 'rgb(20, 23, 26)'])
  }, 60_000)

  test.each([320, 390, 1280])(
    'it fits a screen of %d, whatever was said',
    async (width) => {
      await using opened = await open('report.html', { viewport: { width, height: 800 } })
      expect(await opened.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    },
    60_000,
  )

  test('a transcript opens without a script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(pathToFileURL(join(folder, 'report.html')).href)
    await page.locator('.case > summary').first().click()
    await page.locator('.attempt > summary').first().click()
    expect(await page.getByText('The answer.').first().isVisible()).toBe(true)
    await context.close()
  }, 60_000)
})
