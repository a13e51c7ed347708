import type { Page } from 'playwright'

/** A piece of text on the screen, and the position and size of its box, CSS px. */
type Text = { x: number; y: number; width: number; height: number; text: string }
/** A screen: its texts, and the mean colour of every grid cell in hex, row by row. */
export type Picture = { texts: Text[]; colours: string[] }

/** The side of a cell, CSS px: a thirteenth of a phone's width. */
const CELL = 30
/**
 * The tolerances for the position of a piece of text (px) and for a colour channel (0–255). Smaller differences come
 * from anti-aliasing.
 */
const TOLERANCE = { px: 2, colour: 8 }

/** Returns the texts on the screen, with all texts of a block joined. Runs in the browser. */
function textsOnScreen(): Text[] {
  const found = new Map<Element, { text: string; box: DOMRect }>()
  const top: Element = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const owner = node.parentElement
    const text = node.nodeValue?.replace(/\s+/g, ' ') ?? ''
    if (!owner?.checkVisibility({ visibilityProperty: true }) || owner.closest('option')) continue
    let block: Element = owner
    while (getComputedStyle(block).display === 'inline' && block.parentElement) block = block.parentElement
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width <= 1) continue
    const before = found.get(block)
    if (!before) found.set(block, { text, box })
    else {
      const { left, top, right, bottom } = before.box
      const [x, y] = [Math.min(left, box.left), Math.min(top, box.top)]
      const joined = new DOMRect(x, y, Math.max(right, box.right) - x, Math.max(bottom, box.bottom) - y)
      found.set(block, { text: before.text + text, box: joined })
    }
  }
  return [...found.values()].map(({ text, box }) => ({
    x: Math.round(box.x),
    y: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
    text: text.trim(),
  }))
}

/** Returns the mean colours of a PNG's cells, one string of `rrggbb` values per row. Runs in the browser. */
export async function meanColours({ png, cell }: { png: string; cell: number }): Promise<string[]> {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.drawImage(image, 0, 0)
  const meanOf = (x: number, y: number) => {
    const { data } = pen.getImageData(x, y, Math.min(cell, image.width - x), Math.min(cell, image.height - y))
    const sums = [0, 0, 0]
    for (let at = 0; at < data.length; at++) if (at % 4 < 3) sums[at % 4] = (sums[at % 4] ?? 0) + (data[at] ?? 0)
    return sums
      .map((sum) =>
        Math.round((4 * sum) / data.length)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')
  }
  const rows = Array.from({ length: Math.ceil(image.height / cell) }, (_, row) => row * cell)
  const columns = Array.from({ length: Math.ceil(image.width / cell) }, (_, column) => column * cell)
  return rows.map((y) => columns.map((x) => meanOf(x, y)).join(''))
}

/** Takes a picture of the current screen. `png`: the screenshot. */
export async function take(page: Page): Promise<{ picture: Picture; png: Buffer }> {
  const texts = await page.evaluate(textsOnScreen)
  const png = await page.screenshot({ animations: 'disabled' })
  const colours = await page.evaluate(meanColours, { png: png.toString('base64'), cell: CELL })
  return { picture: { texts, colours }, png }
}

const at = ({ x, y, width, height }: Text) => `${x},${y} ${width}×${height}`
const isNear = (one: Text, other: Text) =>
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) <= TOLERANCE.px)
const channels = (row: string) => (row.match(/../g) ?? []).map((hex) => Number.parseInt(hex, 16))

/**
 * Describes the differences between a reviewed picture and the current one. Empty if they look the same to a person.
 */
export function differences(reviewed: Picture, now: Picture): string[] {
  const left = [...now.texts]
  const texts = reviewed.texts.flatMap((text) => {
    const same = left.filter((other) => other.text === text.text)
    const match = same.find((other) => isNear(text, other)) ?? same[0]
    if (!match) return [`"${text.text}" is missing at ${at(text)}`]
    left.splice(left.indexOf(match), 1)
    return isNear(text, match) ? [] : [`"${text.text}" is at ${at(match)}, not at ${at(text)}`]
  })
  const more = left.map((text) => `"${text.text}" is new at ${at(text)}`)
  const cells = reviewed.colours.flatMap((row, y) => {
    const other = channels(now.colours[y] ?? '')
    const isOff = (value: number, channel: number) =>
      !(Math.abs(value - (other[channel] ?? Number.NaN)) <= TOLERANCE.colour)
    const columns = channels(row).flatMap((value, channel) => (isOff(value, channel) ? [Math.floor(channel / 3)] : []))
    return [...new Set(columns)].map((x) => `${x * CELL},${y * CELL}`)
  })
  const colours =
    cells.length === 0 ? [] : [`the colours differ in ${cells.length} cells, from ${cells[0]} to ${cells.at(-1)}`]
  const size = reviewed.colours.length === now.colours.length ? [] : ['the height differs']
  return [...texts, ...more, ...colours, ...size]
}

const LINE = /^(-?\d+),(-?\d+) (\d+)×(\d+) (.*)$/

/** Formats a picture as lines: `x,y width×height text` for each text, then the rows of colours. */
export const linesOf = ({ texts, colours }: Picture): string[] => [
  ...texts.map((text) => `${at(text)} ${text.text}`),
  ...colours,
]

/** Parses the lines that {@link linesOf} returns. */
export const pictureIn = (lines: readonly string[]): Picture => ({
  texts: lines.flatMap((line) => {
    const [found, x, y, width, height, text = ''] = LINE.exec(line) ?? []
    return found === undefined
      ? []
      : [{ x: Number(x), y: Number(y), width: Number(width), height: Number(height), text }]
  }),
  colours: lines.filter((line) => /^[0-9a-f]{6,}$/.test(line)),
})
