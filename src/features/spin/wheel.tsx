import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { RESIZE_DEBOUNCE } from '#contract/limits.ts'
import type { Slice, Turn } from '#contract/spin.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { drawWheel, WHEEL_EASING } from '#src/lib/wheel.ts'
import css from './spin.module.css'

type Props = {
  slices: readonly Slice[]
  /** The turn in progress; null while the wheel is at rest. */
  turn: Turn | null
  /** The index of the slice under the pointer, once it is decided; otherwise null. */
  at: number | null
  isDimmed: boolean
}

/**
 * Redraws the wheel when the slices change, and after the window has been resized. Turning the wheel does not redraw
 * it.
 */
function useDrawing(canvas: RefObject<HTMLCanvasElement | null>, slices: readonly Slice[]) {
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const { fontFamily: face, color: metal } = getComputedStyle(element)
    const draw = () => {
      if (!isOver) drawWheel(element, slices, element.clientWidth, { face, metal })
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(draw, RESIZE_DEBOUNCE)
    }
    // load the font first, because a canvas neither waits for a font nor is redrawn when the font has loaded
    document.fonts.load(`600 1em ${face}`, slices.map(({ label }) => label).join('')).then(draw, draw)
    window.addEventListener('resize', later)
    return () => {
      isOver = true
      clearTimeout(timer)
      window.removeEventListener('resize', later)
    }
  }, [canvas, slices])
}

/** Shows the wheel, which is drawn once and then turned as a whole. Source: R138, R233–R237, R543–R547. */
export function Wheel({ slices, turn, at, isDimmed }: Props) {
  const { t } = useTexts()
  const canvas = useRef<HTMLCanvasElement>(null)
  const disc = useRef<HTMLDivElement>(null)
  useDrawing(canvas, slices)
  const width = 360 / slices.length
  const angle = turn?.degrees ?? 360 - ((at ?? 0) + 0.5) * width
  const rest = useRef(0)
  useLayoutEffect(() => {
    const element = disc.current
    if (!element) return
    const from = rest.current
    // count the full turns from where the wheel rests now, not from its first slice
    const way = turn ? Math.floor(turn.degrees / 360) * 360 + ((angle - from + 360) % 360) : angle - from
    const to = from + way
    rest.current = to % 360
    const animation = element.animate(
      { rotate: [`${from}deg`, `${to}deg`] },
      { duration: turn?.duration ?? 0, easing: WHEEL_EASING, fill: 'forwards' },
    )
    return () => animation.cancel()
  }, [angle, turn])
  useLayoutEffect(() => {
    disc.current?.style.setProperty('--from', `${(at ?? 0) * width}deg`)
    disc.current?.style.setProperty('--width', `${width}deg`)
  }, [at, width])
  return (
    <div
      className={css.wheel}
      role="img"
      aria-label={t('spin.wheel', { prizes: slices.map(({ label }) => label).join(', ') })}
    >
      <div ref={disc} className={css.disc} data-dimmed={isDimmed || undefined}>
        <canvas ref={canvas} />
      </div>
    </div>
  )
}
