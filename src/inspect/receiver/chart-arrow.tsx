import css from './chart.module.css'
import { type PlacedArrow, pathOf, ROW } from './layout.ts'

/** Draws the transitions from one state to another: a line, labelled with the event of each transition. */
export function ChartArrow({ arrow, taken }: { arrow: PlacedArrow; taken: ReadonlySet<string> }) {
  const { points, label, rows, isAny } = arrow
  const isTaken = rows.some(({ lineId }) => lineId !== null && taken.has(lineId))
  const [start] = points
  return (
    <g className={css.arrow} data-taken={isTaken || undefined}>
      {isAny && start ? <circle cx={start.x} cy={start.y - 6} r={5} /> : null}
      <path d={pathOf(points)} markerEnd={`url(#arrow-${isTaken ? 'taken' : 'plain'})`} />
      <rect x={label.x} y={label.y} width={label.width} height={label.height} rx={5} />
      {rows.map(({ text, lineId }, at) => (
        <text
          key={`${lineId}${text}`}
          className={css.note}
          data-taken={(lineId !== null && taken.has(lineId)) || undefined}
          x={label.x + 5}
          y={label.y + ROW * (at + 1) - 3}
        >
          {text}
        </text>
      ))}
    </g>
  )
}
