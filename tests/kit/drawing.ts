const DEEDS = [
  'fill',
  'stroke',
  'fillText',
  'strokeText',
  'fillRect',
  'strokeRect',
  'clearRect',
  'drawImage',
  'putImageData',
] as const

/**
 * Starts counting the drawing calls on any canvas, and the resizes that clear a canvas. Returns a function that returns
 * the count.
 */
export function countDrawing(): () => number {
  let count = 0
  const brush = CanvasRenderingContext2D.prototype
  for (const name of DEEDS) {
    const real = brush[name] as (...more: unknown[]) => void
    Object.assign(brush, {
      [name](this: CanvasRenderingContext2D, ...more: unknown[]) {
        count++
        return real.apply(this, more)
      },
    })
  }
  for (const side of ['width', 'height'] as const) {
    const real = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, side)
    Object.defineProperty(HTMLCanvasElement.prototype, side, {
      ...real,
      set(this: HTMLCanvasElement, size: number) {
        count++
        real?.set?.call(this, size)
      },
    })
  }
  return () => count
}
