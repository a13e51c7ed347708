import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import css from './chart.module.css'
import { Chart } from './chart.tsx'
import { chartOf, lineId } from './definition.ts'
import { draw } from './layout.ts'
import { chosenOf, type ReceiverRef } from './view.ts'
import { activeIn, valueText } from './world.ts'

/** The zoom factor per press of a zoom button. */
const STEP = 1.25

/**
 * Shows the chart of the chosen actor, drawn from the definition that was received with the actor. The current state is
 * highlighted.
 */
export function ChartPanel({ actor }: { actor: ReceiverRef }) {
  const chosen = useSelector(actor, chosenOf)
  const definition = chosen?.definition ?? null
  const scale = useSelector(actor, (s) => s.context.scale)
  const drawing = useMemo(() => {
    const chart = chartOf(definition)
    return chart && draw(chart)
  }, [definition])
  if (!chosen) return <p className={css.none}>No actor yet.</p>
  const { name, snapshot, taken, hasEnded } = chosen
  return (
    <>
      <div className={css.head}>
        <h2>{name}</h2>
        <p data-ended={hasEnded || undefined}>{valueText(snapshot.value) || snapshot.status}</p>
        <div className={css.zoom}>
          <button type="button" aria-label="Zoom out" onClick={() => actor.send({ type: 'chart.zoom', by: 1 / STEP })}>
            −
          </button>
          <button type="button" aria-label="Zoom in" onClick={() => actor.send({ type: 'chart.zoom', by: STEP })}>
            +
          </button>
          <button type="button" aria-pressed={scale === null} onClick={() => actor.send({ type: 'chart.fit' })}>
            Whole chart
          </button>
        </div>
      </div>
      {drawing ? (
        <Chart
          key={definition}
          drawing={drawing}
          scale={scale}
          onZoom={(by) => actor.send({ type: 'chart.zoom', by })}
          label={`States of ${name}`}
          active={new Set(['', ...activeIn(snapshot.value)])}
          taken={new Set(taken.map(lineId))}
        />
      ) : (
        <p className={css.none}>This actor has no states: it is {snapshot.status}.</p>
      )}
    </>
  )
}
