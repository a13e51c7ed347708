import type { Page } from 'playwright'

/**
 * A text in the viewport with its own colour (`rgba`, 0–255) and the contrast that it needs. Source: WCAG 2.2, 1.4.3.
 */
type Text = { text: string; box: [number, number, number, number]; colour: number[]; least: number }

/** Returns the texts whose contrast counts; disabled controls are exempt. Runs in the browser. */
function textColours(): Text[] {
  const top: Element = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('no canvas')
  const found: Text[] = []
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const owner = node.parentElement
    const text = node.nodeValue?.trim() ?? ''
    if (!owner?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || text === '') continue
    if (owner.closest('option, svg, [aria-hidden=true], :disabled, [aria-disabled=true], [aria-busy=true]')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const [line] = range.getClientRects()
    if (
      !line ||
      line.width < 4 ||
      line.left < 0 ||
      line.top < 0 ||
      line.right > innerWidth ||
      line.bottom > innerHeight
    )
      continue
    // what is hidden under a sticky header or footer does not count
    if (!owner.contains(document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2))) continue
    const { color, fontSize, fontWeight } = getComputedStyle(owner)
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = color
    pen.fillRect(0, 0, 1, 1)
    let opacity = 1
    for (let at: Element | null = owner; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity)
    const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data
    const size = Number.parseFloat(fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 600)
    if (alpha === 0) continue
    const box: Text['box'] = [line.left, line.top, line.width, line.height].map(Math.round) as Text['box']
    found.push({ text, box, colour: [red, green, blue, (alpha / 255) * opacity], least: isLarge ? 3 : 4.5 })
  }
  return found
}

/** Compares each text with the most frequent colour behind it in the screenshot. Runs in the browser. */
async function tooFaint({ png, texts }: { png: string; texts: Text[] }): Promise<string[]> {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const pen = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('no canvas')
  pen.drawImage(image, 0, 0)
  const luminance = (colour: number[]) => {
    const [red = 0, green = 0, blue = 0] = colour.map((value) =>
      value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  return texts.flatMap(({ text, box, colour, least }) => {
    // slightly wider, because large digits fill their own box
    const [x, y, width, height] = box
    const margin = Math.round(height * 0.4)
    const { data } = pen.getImageData(x - margin, y, width + 2 * margin, height)
    const counts = new Map<string, { count: number; ground: number[] }>()
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] === 0) continue
      const ground = [...data.slice(at, at + 3)]
      const key = ground.map((value) => value >> 3).join()
      const seen = counts.get(key) ?? { count: 0, ground }
      counts.set(key, { ...seen, count: seen.count + 1 })
    }
    const { ground } = [...counts.values()].reduce((most, each) => (each.count > most.count ? each : most))
    const [, , , alpha = 1] = colour
    const ink = ground.map((value, at) => value + alpha * ((colour[at] ?? 0) - value))
    const [one, other] = [luminance(ink), luminance(ground)]
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    return ratio < least ? [`"${text}" has ${ratio.toFixed(2)}, needs ${least}`] : []
  })
}

/**
 * Describes the texts on the screen that have too little contrast. Axe skips every text on a gradient, and each dialog
 * has one.
 */
export async function faintTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(textColours)
  const png = (await page.screenshot({ animations: 'disabled' })).toString('base64')
  return page.evaluate(tooFaint, { png, texts })
}
