import { expect, type Page } from '@playwright/test'

/**
 * The member's pages and dialogs whose layout is compared between browsers. `ready` selects an element that appears
 * once the content is loaded.
 */
export const PLACES = {
  home: { path: '/user/home', ready: '//main//section//li//button' },
  deposit: { path: '/user/home?dialog=deposit', ready: '//dialog//input' },
  withdraw: { path: '/user/home?dialog=withdraw', ready: '//dialog//input' },
  transfer: { path: '/user/home?dialog=transfer', ready: '//dialog//option[@value="WALLET"]' },
  invite: { path: '/user/home?dialog=invite', ready: '//dialog//button' },
  statement: { path: '/user/statement', ready: '//main//time' },
  profile: { path: '/user/profile', ready: '//main//button' },
  bonus: { path: '/user/bonus', ready: '//main//button' },
  care: { path: '/user/care', ready: '//main//button' },
} as const

/** How much each value of a box may differ from Chromium's, in px. */
const TOLERANCE = 8

/** The left edge, the gap above, the width and the height of an element, in px. */
type Box = [left: number, gap: number, width: number, height: number]

/**
 * Returns the boxes of the page's main elements, or those inside the open dialog, by name. Browsers break Thai lines
 * with different dictionaries, and on a long page the differences add up. Therefore the height of `main` is left out,
 * and each element is measured without being stretched to its neighbour's height. Runs in the browser.
 */
export const boxes = (): Record<string, Box> => {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
  const inside = (dialog ?? document).querySelectorAll<HTMLElement>('header, nav, main, section, form, h1, h2, footer')
  const found: Record<string, Box> = {}
  for (const part of [dialog ?? [], ...inside].flat()) {
    part.style.alignSelf = 'start'
    const { left, top, width, height } = part.getBoundingClientRect()
    part.style.alignSelf = ''
    const isFixed = getComputedStyle(part).position === 'fixed'
    const above = part.previousElementSibling?.getBoundingClientRect().bottom
    const gap = isFixed ? top : top - (above ?? part.parentElement?.getBoundingClientRect().top ?? 0)
    const name = `${part.localName} ${part.getAttribute('aria-label') ?? ''}`.trim()
    const same = Object.keys(found).filter((other) => other.startsWith(name)).length
    if (width > 0 && height > 0)
      found[`${name} ${same + 1}`] = [left, gap, width, part.localName === 'main' ? 0 : height]
  }
  return found
}

/** Returns the elements whose boxes differ by more than the tolerance, each with both boxes. */
function differences(seen: Record<string, Box>, wanted: Record<string, Box>): string[] {
  const names = new Set([...Object.keys(seen), ...Object.keys(wanted)])
  const isNear = (name: string) =>
    wanted[name]?.every((edge, at) => Math.abs(edge - (seen[name]?.[at] ?? Number.NaN)) <= TOLERANCE)
  return [...names].filter((name) => !isNear(name)).map((name) => `${name}: ${seen[name]} instead of ${wanted[name]}`)
}

/** Expects a page in another browser to have the same layout as `page` in Chromium, once both have loaded. */
export async function expectSameBoxes(read: () => Promise<Record<string, Box>>, page: Page) {
  await expect
    .poll(async () => differences(await read(), await page.evaluate(boxes)), 'boxes that differ from Chromium’s')
    .toEqual([])
}
