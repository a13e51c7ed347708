import type { Page } from 'playwright'

type Exports = Record<string, (...input: never[]) => unknown>

/**
 * Calls a function of a file in the page; the same Vite serves both. `file` is relative to the project root; arguments
 * and result are JSON.
 */
export const inPage =
  <Of extends Exports>(page: Page, file: string) =>
  <F extends keyof Of & string>(name: F, ...input: Parameters<Of[F]>): Promise<Awaited<ReturnType<Of[F]>>> =>
    page.evaluate(`import('/${file}').then((app) => app.${name}(...${JSON.stringify(input)}))`)
