/**
 * A real Chromium for the tests of the operators' page. Where there is none they are left out, and that is said; under CI they
 * fail.
 */
import { test } from 'bun:test'
import { chromium, type Browser } from 'playwright-core'

const executablePath = process.env['CHROMIUM_PATH'] ?? Bun.which('chromium') ?? undefined
const isLeftOut = executablePath === undefined && process.env['CI'] !== 'true'
const FIX = 'Install one (Debian: apt-get install chromium), or say where it is: CHROMIUM_PATH=….'

if (isLeftOut)
  console.warn(`There is no Chromium, so the tests of the operators’ page in a browser are left out. ${FIX}`)

/** A test that needs a browser. */
export const testInBrowser = test.skipIf(isLeftOut)

/** Starts a browser; disposing of it ends it. */
export async function openBrowser(): Promise<Browser & AsyncDisposable> {
  if (executablePath === undefined) throw new Error(`There is no Chromium. ${FIX}`)
  // The sandbox needs rights that a container seldom gives. The one page that it opens is the desk's.
  return await chromium.launch({ executablePath, args: ['--no-sandbox'] })
}
