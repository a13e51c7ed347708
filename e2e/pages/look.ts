import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, type TestInfo } from '@playwright/test'
import { TEXT_KEYS } from './texts.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What can be measured on the page itself: runs in the browser. */
function measure(keys: string[]) {
  const root = document.querySelector('dialog:modal') ?? document.body
  const open = [...document.querySelectorAll('dialog:modal')].at(-1) ?? root
  const scripts: Record<string, RegExp> = {
    th: /[\u0E80-\u0EFF]/,
    lo: /[\u0E01-\u0E3A\u0E40-\u0E7F]/,
    en: /[\u0E01-\u0E3A\u0E40-\u0EFF]/,
  }
  const foreign: string[] = []
  const raw: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? ''
    const lang = node.parentElement?.closest('[lang]')?.getAttribute('lang') ?? ''
    if (node.parentElement?.closest('noscript')) continue
    if (scripts[lang]?.test(text)) foreign.push(`${lang}: ${text}`)
    if (keys.includes(text.trim()) || /\{\{|\}\}/.test(text)) raw.push(text)
  }
  const small = [...open.querySelectorAll<HTMLElement>('a, button, input, select, textarea, [role=tab], summary')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => !element.closest('[aria-hidden=true]'))
    .filter((element) => getComputedStyle(element).display !== 'inline')
    .map((element) => {
      const own = element.getBoundingClientRect()
      const label = element.closest('label')?.getBoundingClientRect() ?? own
      return {
        name: element.getAttribute('aria-label') ?? element.textContent,
        width: Math.round(Math.max(own.width, label.width) * 10) / 10,
        height: Math.round(Math.max(own.height, label.height) * 10) / 10,
        isAway: own.bottom <= 0,
      }
    })
    .filter(({ width, height, isAway }) => !isAway && (width < 44 || height < 44))
  const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement
  const cut = [...open.querySelectorAll<HTMLElement>('button, h1, h2, h3, p, dd, dt, a')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
    .filter((element) => getComputedStyle(element).display !== 'inline')
    .map((element) => element.textContent)
  return { foreign, raw, small, cut, overflow: Math.max(0, scrollWidth - clientWidth) }
}

/** Legacy mode judges the page as it is, without a second page: there are no frames here. */
async function violationsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(TAGS).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`))
}

/** On the phone, where there is least room, everything is looked at; on the desktop what is not a message alone. */
export const isPhone = ({ project }: TestInfo) => project.name === 'phone'

/**
 * Looks at the screen now shown: no axe violation (it is slow: by default on the desktop in Thai only), nothing wider than
 * the screen or its box, every target at least 44 px, no raw key, no text in another language's script. With PICTURES set
 * it leaves a picture in test-results/screens.
 */
export async function look(
  page: Page,
  name: string,
  info: TestInfo,
  lang: string,
  hasAxe = isPhone(info) || lang === 'th',
) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const found = await page.evaluate(measure, TEXT_KEYS)
  const axe = hasAxe ? await violationsOn(page) : []
  if (process.env.PICTURES) {
    const path = `test-results/screens/${info.project.name}-${name}.${lang}.png`
    await page.screenshot({ path, animations: 'disabled' })
  }
  expect.soft({ ...found, axe }, name).toEqual({ foreign: [], raw: [], small: [], cut: [], overflow: 0, axe: [] })
}

/** Looks at screens of one part of the product, which differ by their texts alone: axe judges the Thai ones. */
export const looker = (page: Page, part: string, info: TestInfo, lang: string) => (name: string) =>
  look(page, `${part}${name}`, info, lang, lang === 'th')
