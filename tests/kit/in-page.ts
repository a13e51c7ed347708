import type { Page } from 'playwright'

type Exports = Record<string, (...input: never[]) => unknown>

/**
 * Calls an exported function of `file` in the page. The page must come from the Vite server that also serves `file`, a
 * path relative to the project root. Arguments and result are passed as JSON.
 */
export const inPage =
  <Of extends Exports>(page: Page, file: string) =>
  <F extends keyof Of & string>(name: F, ...input: Parameters<Of[F]>): Promise<Awaited<ReturnType<Of[F]>>> =>
    page.evaluate(`import('/${file}').then((app) => app.${name}(...${JSON.stringify(input)}))`)
