import css from './chart.module.css'
import { ABOUT, PAD, type PlacedBox, ROW, TITLE } from './layout.ts'

type Props = { box: PlacedBox; isLit: boolean; taken: ReadonlySet<string> }

/** Draws one state with its name, its description, its invoked actors and its events. */
export function ChartBox({ box, isLit, taken }: Props) {
  const { x, y, width, height, state, about, notes, depth } = box
  const top = TITLE + PAD / 2
  return (
    <g
      transform={`translate(${x},${y})`}
      className={css.box}
      data-state={state.path}
      data-kind={state.kind}
      data-level={depth % 2}
      data-lit={isLit || undefined}
      data-inner={state.children.length > 0 || undefined}
    >
      <rect width={width} height={height} rx={10} />
      {state.kind === 'final' ? <rect x={3} y={3} width={width - 6} height={height - 6} rx={8} /> : null}
      <text className={css.title} x={PAD} y={TITLE - 3}>
        {state.isInitial ? '▸ ' : ''}
        {state.key}
      </text>
      {about.map((row, at) => (
        <text key={row} className={css.about} x={PAD} y={top + ABOUT * at + 8}>
          {row}
        </text>
      ))}
      {notes.map(({ text, lineId }, at) => (
        <text
          key={`${lineId}${text}`}
          className={css.note}
          data-taken={(lineId !== null && taken.has(lineId)) || undefined}
          x={PAD}
          y={top + ABOUT * about.length + ROW * at + 10}
        >
          {text}
        </text>
      ))}
    </g>
  )
}
