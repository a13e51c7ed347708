import type { Slice } from '#contract/spin.ts'

/**
 * The deceleration of a wheel: friction leaves 0.991 of its speed after each frame, until a hundredth is left. A
 * Bézier curve within 0.3 % of that, because Chrome 111 and Safari 16.4 lack `linear()`. Source: R544, D-54.
 */
export const WHEEL_EASING = 'cubic-bezier(0.19, 0.8835, 0.45, 0.975)'

/** Draws all slices clockwise, the first one from the top. `size`: the side in CSS pixels. */
export function drawWheel(canvas: HTMLCanvasElement, slices: readonly Slice[], size: number, font: string) {
  const scale = window.devicePixelRatio || 1
  canvas.width = Math.round(size * scale)
  canvas.height = canvas.width
  const brush = canvas.getContext('2d')
  if (!brush) return
  const radius = size / 2
  const width = (2 * Math.PI) / slices.length
  brush.scale(scale, scale)
  brush.translate(radius, radius)
  for (const [at, { label, bgColor, textColor }] of slices.entries()) {
    const from = at * width - Math.PI / 2
    brush.beginPath()
    brush.moveTo(0, 0)
    brush.arc(0, 0, radius - 10, from, from + width)
    brush.closePath()
    brush.fillStyle = bgColor
    brush.fill()
    brush.save()
    brush.rotate(from + width / 2)
    brush.fillStyle = textColor
    brush.font = `600 ${slices.length > 8 ? 13 : 16}px ${font}`
    brush.textAlign = 'right'
    brush.textBaseline = 'middle'
    brush.fillText(label, radius - 30, 0, radius - 84)
    brush.restore()
  }
}
