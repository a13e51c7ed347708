import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, type Page, chromium as playwright } from 'playwright'
import { chromium } from '../kit/chromium.ts'
import { inPage } from '../kit/in-page.ts'
import { loadModel, stems } from '../kit/models.ts'
import { DESKTOP, PHONE, type Size } from '../kit/sizes.ts'
import { nameOf, settledStates } from '../kit/states.ts'
import { serveSite } from '../kit/vite.ts'
import { launch } from '../looks/launch.ts'
import { take } from '../looks/picture.ts'
import { type Pictures, REVIEWED, writePictures } from '../looks/reviewed-pictures.ts'
import { Stage } from '../looks/stage.ts'
import { addressOf } from './address.ts'
import { type Asked, asked } from './asked.ts'
import { GALLERY_ENTRIES } from './entries.ts'
import type * as frame from './frame.ts'
import { sheetPage } from './sheet.ts'
import type * as speech from './speak.ts'

const OUT = resolve('test-results/gallery')
const SCREENS = { phone: PHONE, desktop: DESKTOP }
/** The number of pages open at the same time. */
const PAGES = 2

/** Takes pictures, each machine on its own page, and reports the states that a page cannot show. */
class Camera {
  readonly failures: string[] = []
  readonly taken = new Map<string, string[]>()
  readonly #browser: Browser
  readonly #site: string
  readonly #languages: Asked['languages']

  constructor(browser: Browser, site: string, languages: Asked['languages']) {
    this.#browser = browser
    this.#site = site
    this.#languages = languages
  }

  /** Takes pictures of every state of a machine in every language. */
  async take(stem: string, size: Size) {
    const { config } = await loadModel(stem)
    const context = await this.#browser.newContext({
      ...SCREENS[size],
      baseURL: this.#site,
      reducedMotion: 'reduce',
      timezoneId: 'Asia/Bangkok',
    })
    const page = await context.newPage()
    let state = ''
    page.on('pageerror', ({ message }) => this.#fail(stem, state, size, message))
    let isOpen = false
    for (state of settledStates(config.machine).map(nameOf))
      try {
        if (isOpen) await inPage<typeof frame>(page, 'tests/gallery/frame.ts')('turnTo', stem, state)
        else await open(page, stem, state)
        isOpen = true
        for (const language of this.#languages) {
          await inPage<typeof speech>(page, 'tests/gallery/speak.ts')('speak', language)
          await this.#shoot(page, `${language}-${size}`, `${stem}.${state}`)
        }
      } catch (error) {
        isOpen = false
        this.#fail(stem, state, size, (error as Error).message)
      }
    await context.close()
  }

  #fail(stem: string, state: string, size: Size, message: string) {
    this.failures.push(`${stem}.${state} (${size}): ${message.split('\n')[0]}`)
  }

  /** Takes a picture of the whole page, or only of the screen if a dialog is open. */
  async #shoot(page: Page, folder: string, name: string) {
    const fullPage = (await page.locator('dialog:modal').count()) === 0
    await page.screenshot({ path: join(OUT, folder, `${name}.png`), fullPage, animations: 'disabled' })
    this.taken.set(folder, [...(this.taken.get(folder) ?? []), name])
  }
}

/** Opens the page of one state and waits until it is rendered. Throws if the page reports a failure. */
async function open(page: Page, machine: string, state: string) {
  await page.goto(addressOf({ show: { machine, state } }))
  const mark = page.locator('html[data-gallery]')
  await mark.waitFor()
  if ((await mark.getAttribute('data-gallery')) === 'failed')
    throw new Error((await page.locator('pre').textContent()) ?? 'failed')
}

/** Writes one page with all contact sheets, and saves each sheet as a picture. */
async function lay(browser: Browser, { languages, sizes }: Asked, taken: Map<string, string[]>) {
  const sheets = languages.flatMap((language) =>
    sizes.map((size) => {
      const name = `${language}-${size}`
      return { name, size, pictures: (taken.get(name) ?? []).toSorted() }
    }),
  )
  const file = join(OUT, 'index.html')
  writeFileSync(file, sheetPage(sheets))
  for (const { name } of sheets) {
    const page = await browser.newPage({ viewport: { width: 1624, height: 1000 } })
    await page.goto(`file://${file}#${name}`)
    await page.evaluate(async (id) => {
      const images = [...document.querySelectorAll<HTMLImageElement>(`[id=${id}] img`)]
      for (const image of images) image.loading = 'eager'
      await Promise.all(images.map((image) => image.decode()))
    }, name)
    await page.locator(`[id=${name}]`).screenshot({ path: join(OUT, `${name}.png`) })
    await page.close()
  }
}

/** Replaces the reviewed pictures of these states. Throws if a state does not exist. */
async function renew(names: readonly string[]) {
  const { site, close } = await serveSite(0, GALLERY_ENTRIES, 'node_modules/.vite/gallery')
  const browser = await playwright.launch(launch)
  const stage = await Stage.open(browser, site)
  try {
    for (const name of names) {
      const [, machine = '', state = ''] = /^([^.]+)\.(.+)$/.exec(name) ?? []
      await stage.turnTo(machine, state)
      const pictures: Partial<Pictures> = {}
      for (const language of REVIEWED) {
        await stage.speak(language)
        const { picture, png } = await take(stage.page)
        pictures[language] = picture
        writeFileSync(join(OUT, `${name}.${language}.png`), png)
      }
      writePictures(name, pictures as Pictures)
    }
  } finally {
    await browser.close()
    await close()
  }
  console.log(`${names.length} states renewed; look at their pictures in ${OUT}`)
}

async function main(wanted: Asked) {
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  if (wanted.renew.length > 0) return renew(wanted.renew)
  const { site, close } = await serveSite(0, GALLERY_ENTRIES, 'node_modules/.vite/gallery')
  const browser = await playwright.launch(chromium())
  const camera = new Camera(browser, site, wanted.languages)
  const queue = wanted.stems.flatMap((stem) => wanted.sizes.map((size) => [stem, size] as const))
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await camera.take(...next)
  }
  await Promise.all(Array.from({ length: PAGES }, work))
  await lay(browser, wanted, camera.taken)
  await browser.close()
  await close()
  const count = [...camera.taken.values()].reduce((sum, names) => sum + names.length, 0)
  console.log(`${count} pictures in ${OUT}; all on one page: ${join(OUT, 'index.html')}`)
  for (const failure of camera.failures) console.error(`failed: ${failure}`)
  if (camera.failures.length > 0) process.exitCode = 1
}

try {
  await main(asked(process.argv.slice(2), stems))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
