import type { Page } from '@playwright/test'
import { inPage } from '../../tests/kit/in-page.ts'
import type { Arrange } from './fixtures.ts'
import type * as pageSide from './page.ts'

/** From now on the browser takes its time to copy: each copy waits for its end by {@link COPIES}. */
export async function holdCopies(page: Page, stem: string) {
  // what drives the screen brings a clipboard of its own, and must not come later
  await inPage<typeof pageSide>(page, 'e2e/paths/page.ts')('look', stem)
  await page.evaluate(() => {
    const waiting: ((isDone: boolean) => void)[] = []
    const writeText = () =>
      new Promise<void>((copied, refused) => waiting.push((isDone) => (isDone ? copied() : refused(new Error('no')))))
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
    // nor does it copy by another way
    document.execCommand = () => false
    Reflect.set(window, 'endCopy', (isDone: boolean) => waiting.shift()?.(isDone))
  })
}

const DONE = 'the text is on the clipboard'
const NOT_DONE = 'the browser refuses to copy'
/** The oldest copy that waits is done, or refused. */
const ending =
  (isDone: boolean): Arrange =>
  ({ page }) =>
    page.evaluate((isDone) => (Reflect.get(window, 'endCopy') as (isDone: boolean) => void)(isDone), isDone)

/** How copies end. */
export const COPIES = { [DONE]: ending(true), [NOT_DONE]: ending(false) }
/** How many copies of a path end. */
export const endings = (words: readonly string[]) => words.filter((each) => each === DONE || each === NOT_DONE).length
