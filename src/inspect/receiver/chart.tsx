import { useEffect, useRef } from 'react'
import css from './chart.module.css'
import { ChartArrow } from './chart-arrow.tsx'
import { ChartBox } from './chart-box.tsx'
import type { Drawing } from './layout.ts'

type Props = {
  drawing: Drawing
  isWhole: boolean
  label: string
  active: ReadonlySet<string>
  taken: ReadonlySet<string>
}

/**
 * A rendered chart: active states are highlighted, the last transitions marked; the active state is scrolled into
 * view.
 */
export function Chart({ drawing, isWhole, label, active, taken }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const lit = drawing.boxes.filter(({ state }) => state.path && active.has(state.path) && !state.children.length)
  const first = lit[0]
  const at = first && { x: first.x + first.width / 2, y: first.y + first.height / 2 }
  const [x, y] = [at?.x, at?.y]
  useEffect(() => {
    const { current } = frame
    if (!current || x === undefined || y === undefined) return
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
    const show = ({ clientWidth, clientHeight }: HTMLElement) =>
      current.scrollTo({ left: x + MARGIN - clientWidth / 2, top: y + MARGIN - clientHeight / 2, behavior })
    // reports its size at once, and when it becomes visible
    const watched = new ResizeObserver(() => show(current))
    watched.observe(current)
    return () => watched.disconnect()
  }, [x, y, isWhole])
  const size = { width: drawing.width + 2 * MARGIN, height: drawing.height + 2 * MARGIN }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
    <div ref={frame} className={css.frame} data-whole={isWhole || undefined} tabIndex={0}>
      <svg {...size} viewBox={`${-MARGIN} ${-MARGIN} ${size.width} ${size.height}`} role="img" aria-label={label}>
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
