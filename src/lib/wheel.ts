import type { Slice } from '#contract/spin.ts'

/**
 * The deceleration of a wheel that keeps 0.991 of its speed in each frame, until one hundredth of the speed is left. A
 * Bézier curve approximates this within 0.3 %, because Chrome 111 and Safari 16.4 lack `linear()`. Source: R544, D-54.
 */
export const WHEEL_EASING = 'cubic-bezier(0.19, 0.8835, 0.45, 0.975)'

/** The font of the labels, and the colour of the dividers and rivets. */
type Paint = { face: string; metal: string }

/** Shades the hub and the rim of the wheel like a shallow bowl; the middle of each slice keeps its colour. */
function shade(brush: CanvasRenderingContext2D, radius: number) {
  const light = brush.createRadialGradient(0, 0, 0, 0, 0, radius)
  const stops = [
    [0.25, 'rgb(0 0 0 / 0.38)'],
    [0.48, 'rgb(0 0 0 / 0)'],
    [0.62, 'rgb(255 255 255 / 0)'],
    [0.86, 'rgb(255 255 255 / 0.07)'],
    [1, 'rgb(0 0 0 / 0.3)'],
  ] as const
  for (const [at, colour] of stops) light.addColorStop(at, colour)
  brush.fillStyle = light
  brush.beginPath()
  brush.arc(0, 0, radius, 0, 2 * Math.PI)
  brush.fill()
}

/** Draws a label parallel to the rim, or radially if the slice is too narrow. */
function write(brush: CanvasRenderingContext2D, label: string, width: number, radius: number) {
  const along = 2 * (radius - 60) * Math.tan(Math.min(width, Math.PI / 2) / 2)
  brush.textBaseline = 'middle'
  if (brush.measureText(label).width < along) {
    brush.rotate(Math.PI / 2)
    brush.textAlign = 'center'
    brush.fillText(label, 0, 46 - radius)
    return
  }
  brush.textAlign = 'right'
  brush.fillText(label, radius - 30, 0, radius - 84)
}

/** Draws all slices clockwise, beginning at the top. `size` is the side length in CSS pixels. */
export function drawWheel(canvas: HTMLCanvasElement, slices: readonly Slice[], size: number, { face, metal }: Paint) {
  const scale = window.devicePixelRatio || 1
  canvas.width = Math.round(size * scale)
  canvas.height = canvas.width
  const brush = canvas.getContext('2d')
  if (!brush) return
  const radius = size / 2
  const width = (2 * Math.PI) / slices.length
  const angles = slices.map((_, at) => at * width - Math.PI / 2)
  brush.scale(scale, scale)
  brush.translate(radius, radius)
  for (const [at, { bgColor }] of slices.entries()) {
    const from = angles[at] ?? 0
    brush.beginPath()
    brush.moveTo(0, 0)
    brush.arc(0, 0, radius - 10, from, from + width)
    brush.closePath()
    brush.fillStyle = bgColor
    brush.fill()
  }
  shade(brush, radius - 10)
  for (const [at, { label, textColor }] of slices.entries()) {
    brush.save()
    brush.rotate(angles[at] ?? 0)
    brush.fillStyle = metal
    brush.globalAlpha = 0.45
    brush.fillRect(0, -0.6, radius - 10, 1.2)
    brush.globalAlpha = 1
    brush.beginPath()
    brush.arc(radius - 5, 0, 3, 0, 2 * Math.PI)
    brush.fill()
    brush.rotate(width / 2)
    brush.fillStyle = textColor
    brush.font = `600 ${slices.length > 8 ? 13 : 16}px ${face}`
    write(brush, label, width, radius)
    brush.restore()
  }
}
