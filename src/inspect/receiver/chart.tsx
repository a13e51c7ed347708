import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import css from './chart.module.css'
import { ChartArrow } from './chart-arrow.tsx'
import { ChartBox } from './chart-box.tsx'
import type { Drawing } from './layout.ts'

type Props = {
  drawing: Drawing
  /** The zoom factor; null fits the chart to the window. */
  scale: number | null
  onZoom: (by: number) => void
  label: string
  active: ReadonlySet<string>
  taken: ReadonlySet<string>
}

/** Calls `onZoom` on Ctrl+wheel, which a pinch on a touchpad also sends, and keeps the page from zooming. */
function useWheel(frame: RefObject<HTMLDivElement | null>, onZoom: (by: number) => void) {
  const zoom = useEffectEvent(onZoom)
  useEffect(() => {
    const { current } = frame
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoom(Math.exp(-event.deltaY / 300))
    }
    // React registers passive wheel listeners, which cannot keep the page from zooming
    current?.addEventListener('wheel', turn, { passive: false })
    return () => current?.removeEventListener('wheel', turn)
  }, [frame])
}

/** Keeps the middle of the frame in place when the zoom factor changes. */
function useMiddle(frame: RefObject<HTMLDivElement | null>, scale: number) {
  const before = useRef(scale)
  useLayoutEffect(() => {
    const { current } = frame
    const by = scale / before.current
    before.current = scale
    if (!current || by === 1) return
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = current
    current.scrollTo({
      left: (scrollLeft + clientWidth / 2) * by - clientWidth / 2,
      top: (scrollTop + clientHeight / 2) * by - clientHeight / 2,
      behavior: 'instant',
    })
  }, [frame, scale])
}

/** Moves the chart while it is dragged with the mouse. */
function pan({ currentTarget, buttons, pointerType, movementX, movementY }: PointerEvent) {
  // on a touch screen, the browser scrolls the chart itself
  if (buttons === 1 && pointerType === 'mouse')
    currentTarget.scrollBy({ left: -movementX, top: -movementY, behavior: 'instant' })
}

/**
 * Renders a chart. The active states are highlighted, the last transitions are marked, and the active state is scrolled
 * into view. Dragging moves the chart, and Ctrl+wheel zooms it.
 */
export function Chart({ drawing, scale, onZoom, label, active, taken }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  useWheel(frame, onZoom)
  useMiddle(frame, scale ?? 1)
  const factor = scale ?? 1
  const isWhole = scale === null
  const lit = drawing.boxes.filter(({ state }) => state.path && active.has(state.path) && !state.children.length)
  const first = lit[0]
  const at = first && { x: first.x + first.width / 2, y: first.y + first.height / 2 }
  const [x, y] = [at?.x, at?.y]
  const show = useEffectEvent(({ clientWidth, clientHeight }: HTMLElement) => {
    if (x === undefined || y === undefined) return
    frame.current?.scrollTo({
      left: (x + MARGIN) * factor - clientWidth / 2,
      top: (y + MARGIN) * factor - clientHeight / 2,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
    })
  })
  // runs again when the active state changes, or when the chart switches between whole and zoomed
  useEffect(() => {
    const { current } = frame
    if (!current) return
    // fires immediately, and again when the frame becomes visible
    const watched = new ResizeObserver(() => show(current))
    watched.observe(current)
    return () => watched.disconnect()
  }, [x, y, isWhole])
  const size = { width: drawing.width + 2 * MARGIN, height: drawing.height + 2 * MARGIN }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll the chart with the arrow keys
    <div ref={frame} className={css.frame} data-whole={isWhole || undefined} tabIndex={0} onPointerMove={pan}>
      <svg
        width={size.width * factor}
        height={size.height * factor}
        viewBox={`${-MARGIN} ${-MARGIN} ${size.width} ${size.height}`}
        role="img"
        aria-label={label}
      >
        <defs>
          {['plain', 'taken'].map((name) => (
            <marker
              key={name}
              id={`arrow-${name}`}
              className={css.marker}
              data-name={name}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerUnits="userSpaceOnUse"
              markerWidth="10"
              markerHeight="10"
              orient="auto-start-reverse"
            >
              <path d="M0,0L8,4L0,8z" />
            </marker>
          ))}
        </defs>
        {drawing.boxes.map((box) => (
          <ChartBox key={box.state.path} box={box} isLit={active.has(box.state.path)} taken={taken} />
        ))}
        {drawing.arrows.map((arrow) => (
          <ChartArrow key={`${arrow.from}→${arrow.to}`} arrow={arrow} taken={taken} />
        ))}
      </svg>
    </div>
  )
}

const MARGIN = 12
