import type { Page } from 'playwright'
import { type Edge, edges } from './edges.ts'

/**
 * A piece of text in the viewport, with its own colour (`rgba`, 0–255) and the contrast that it needs. Source: WCAG
 * 2.2, 1.4.3.
 */
type Text = { text: string; box: [number, number, number, number]; colour: number[]; least: number }

/**
 * Returns the texts whose contrast must be checked. Disabled controls are exempt. Runs in the browser, so it must be
 * self-contained.
 */
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
    // skips text that is hidden under a sticky header, a footer or a toast
    const hit = (x: number, y: number) =>
      document.elementFromPoint(line.left + x * line.width, line.top + y * line.height)
    // the corners of a line may be outside its element
    const isFree = (at: Element | null) => owner.contains(at) || at?.contains(owner)
    const ends = [0.02, 0.98]
    if (!owner.contains(hit(0.5, 0.5)) || !ends.every((x) => ends.every((y) => isFree(hit(x, y))))) continue
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

type Colour = readonly number[]
type Shot = { png: string; texts: Text[]; controls: Edge[] }

/**
 * Compares each text and each icon with the most frequent colour behind it in the screenshot, and the frame of each
 * field with the colour below it. Returns descriptions of the texts, icons and fields with too little contrast. Runs in
 * the browser, so it must be self-contained.
 */
async function tooFaint({ png, texts, controls }: Shot): Promise<string[]> {
  /** The smallest share of an icon's box that its lines are assumed to fill. */
  const LINES = 0.02
  const CONTROL = 3
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const pen = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('no canvas')
  pen.drawImage(image, 0, 0)
  const luminance = (colour: Colour) => {
    const [red = 0, green = 0, blue = 0] = colour.map((value) =>
      value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrast = (one: Colour, other: Colour) => {
    const [a, b] = [luminance(one), luminance(other)]
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
  }
  /** The colours of the painted pixels in a box. Each colour is a single number, because there are many pixels. */
  const pixelsIn = (x: number, y: number, width: number, height: number): number[] => {
    const { data } = pen.getImageData(x, y, width, height)
    const found: number[] = []
    for (let at = 0; at < data.length; at += 4) {
      const pixel = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
      if (data[at + 3] !== 0) found.push(pixel)
    }
    return found
  }
  const colourOf = (pixel: number): Colour => [pixel >> 16, (pixel >> 8) & 255, pixel & 255]
  function mostFrequent(pixels: readonly number[]): Colour {
    const counts = new Map<number, number>()
    let [most, found] = [0, 0]
    for (const pixel of pixels) {
      const alike = pixel & 0xf8f8f8
      const count = (counts.get(alike) ?? 0) + 1
      counts.set(alike, count)
      if (count > most) [most, found] = [count, pixel]
    }
    return colourOf(found)
  }
  function ofText({ box: [x, y, width, height], colour }: Text): number {
    // wider than the text, because large digits fill most of their own box
    const margin = Math.round(height * 0.4)
    const ground = mostFrequent(pixelsIn(x - margin, y, width + 2 * margin, height))
    const [, , , alpha = 1] = colour
    return contrast(
      ground.map((value, at) => value + alpha * ((colour[at] ?? 0) - value)),
      ground,
    )
  }
  /** The median contrast at five points along the lower edge, away from the round corners. */
  function ofField([x, y, width, height]: Edge['box']): number {
    const ratios = [0.2, 0.35, 0.5, 0.65, 0.8].map((share) => {
      const line = pixelsIn(Math.round(x + share * width), y + height - 4, 1, 8).map(colourOf)
      const ground = line.at(-1) ?? []
      return Math.max(...line.map((colour) => contrast(colour, ground)))
    })
    return ratios.sort((one, other) => one - other)[2] ?? 0
  }
  function ofIcon(box: Edge['box']): number {
    const pixels = pixelsIn(...box)
    const ground = mostFrequent(pixels)
    const ratios = pixels.map((pixel) => contrast(colourOf(pixel), ground)).sort((one, other) => other - one)
    return ratios[Math.ceil(LINES * ratios.length)] ?? 0
  }
  const parts = [
    ...texts.map((text) => ({ name: `"${text.text}"`, ratio: ofText(text), least: text.least })),
    ...controls.map(({ name, kind, box }) => {
      const ratio = kind === 'field' ? ofField(box) : ofIcon(box)
      return { name: `the ${kind} "${name}"`, ratio, least: CONTROL }
    }),
  ]
  return parts.flatMap(({ name, ratio, least }) =>
    ratio < least ? [`${name} has ${ratio.toFixed(2)}, needs ${least}`] : [],
  )
}

/** How often a screen may change while it is measured, such as when a toast disappears. */
const TRIES = 5
const partsOn = async (page: Page) => ({
  texts: await page.evaluate(textColours),
  controls: await page.evaluate(edges),
})
const placesOf = ({ texts, controls }: Omit<Shot, 'png'>) =>
  JSON.stringify([texts.map(({ text, box }) => [text, box]), controls.map(({ name, box }) => [name, box])])

/**
 * Describes the texts, fields and icons on the screen that have too little contrast. Complements axe, which skips text
 * on a gradient and therefore every dialog. Measures again if a part appeared, moved or disappeared before the
 * screenshot was taken.
 */
export async function faintParts(page: Page): Promise<string[]> {
  for (let tries = 0; tries < TRIES; tries++) {
    const parts = await partsOn(page)
    const png = (await page.screenshot({ animations: 'disabled' })).toString('base64')
    if (placesOf(await partsOn(page)) === placesOf(parts)) return page.evaluate(tooFaint, { png, ...parts })
  }
  throw new Error('the screen changes all the time, so its contrast cannot be measured')
}
