import { defineBrowserProvider } from '@vitest/browser'
import type { BrowserProvider } from 'vitest/node'
import { startDriver } from './start-driver.ts'
import { WebKit } from './webkit.ts'

type Size = { width: number; height: number }
declare module 'vitest/browser' {
  interface BrowserCommands {
    __vitest_viewport: (size: Size) => Promise<void>
    __vitest_keyboard: (key: string) => Promise<{ unreleased: string[] }>
    __vitest_cleanup: () => Promise<void>
  }
}

/**
 * Runs Vitest's browser tests in WebKitGTK. Tests may use only two of Vitest's commands: `page.viewport`, and
 * `userEvent.keyboard` with a single key.
 */
export const webkit = () =>
  defineBrowserProvider({
    name: 'webkit',
    providerFactory({ browser }): BrowserProvider {
      let driver: ReturnType<typeof startDriver> | undefined
      const pages = new Map<string, WebKit>()
      const pageOf = (session: string) => {
        const page = pages.get(session)
        if (!page) throw new Error(`session ${session} has no page`)
        return page
      }
      browser?.registerCommand('__vitest_viewport', ({ sessionId }, { width, height }) =>
        pageOf(sessionId).resize(width, height),
      )
      browser?.registerCommand('__vitest_keyboard', async ({ sessionId }, key) => {
        await pageOf(sessionId).key(key)
        return { unreleased: [] }
      })
      browser?.registerCommand('__vitest_cleanup', async () => {})
      return {
        name: 'webkit',
        supportsParallelism: false,
        getCommandsContext: () => ({}),
        async openPage(session, url) {
          driver ??= startDriver()
          const page = await WebKit.start((await driver).address)
          pages.set(session, page)
          await page.goto(url)
        },
        async close() {
          await Promise.all([...pages.values()].map((page) => page.end()))
          await (await driver)?.stop()
        },
      }
    },
  })
