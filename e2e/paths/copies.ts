import type { Page } from '@playwright/test'
import { inPage } from '../../tests/kit/in-page.ts'
import type { Arrange } from './fixtures.ts'
import type * as pageSide from './page.ts'

/** Makes every copy to the clipboard wait until an entry of {@link COPIES} completes or refuses it. */
export async function holdCopies(page: Page, stem: string) {
  // the screen's driver installs its own clipboard, and must do so first
  await inPage<typeof pageSide>(page, 'e2e/paths/page.ts')('look', stem)
  await page.evaluate(() => {
    const waiting: ((isDone: boolean) => void)[] = []
    const writeText = () =>
      new Promise<void>((copied, refused) => waiting.push((isDone) => (isDone ? copied() : refused(new Error('no')))))
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
    // the fallback for a missing clipboard API must not copy either
    document.execCommand = () => false
    Reflect.set(window, 'endCopy', (isDone: boolean) => waiting.shift()?.(isDone))
  })
}

const DONE = 'the text is on the clipboard'
const NOT_DONE = 'the browser refuses to copy'
/** Completes or refuses the oldest waiting copy. */
const ending =
  (isDone: boolean): Arrange =>
  ({ page }) =>
    page.evaluate((isDone) => (Reflect.get(window, 'endCopy') as (isDone: boolean) => void)(isDone), isDone)

/** Functions that complete or refuse a copy, keyed by the model's descriptions. */
export const COPIES = { [DONE]: ending(true), [NOT_DONE]: ending(false) }
/** Returns the number of copies in a path that were completed or refused. */
export const endings = (words: readonly string[]) => words.filter((each) => each === DONE || each === NOT_DONE).length
