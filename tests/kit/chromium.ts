import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's headless Chromium. It opens a page in a third of the time that the full browser needs. */
const HEADLESS = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Returns the path of an installed Chromium or Chrome, or undefined if there is none. The environment variable
 * `CHROMIUM` takes precedence.
 */
export function installedChromium(isHeaded = false): string | undefined {
  const dirs = (process.env.PATH ?? '').split(delimiter)
  const onPath = (isHeaded ? names : [HEADLESS, ...names]).flatMap((name) => dirs.map((dir) => join(dir, name)))
  return [process.env.CHROMIUM, ...onPath, ...places].find((place) => place && existsSync(place))
}

/** Returns launch options for Playwright and Vitest. Prefers an installed browser to Playwright's own download. */
export function chromium(isHeaded = false): { executablePath?: string; args: string[] } {
  const executablePath = installedChromium(isHeaded)
  const root = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : []
  return { ...(executablePath ? { executablePath } : {}), args: [...root, ...quiet] }
}

/**
 * Makes sure that a browser is installed, and downloads Playwright's if there is none. Throws a one-line error that
 * says what to install.
 */
export function ensureChromium() {
  if (installedChromium()) return
  try {
    execFileSync('playwright', ['install', 'chromium'], { stdio: 'inherit' })
  } catch {
    throw new Error('No browser for the tests: install Chromium or Chrome, or set CHROMIUM to its path.')
  }
}
