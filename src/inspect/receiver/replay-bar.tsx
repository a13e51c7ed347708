import { useSelector } from '@xstate/react'
import css from './bar.module.css'
import { shownLog } from './receiver.machine.ts'
import { isPast, positionOf, type ReceiverRef } from './view.ts'

/** Buttons to move back and forth through the log. */
export function ReplayBar({ actor }: { actor: ReceiverRef }) {
  const count = useSelector(actor, (s) => shownLog(s.context).entries.length)
  const at = useSelector(actor, positionOf)
  const past = useSelector(actor, isPast)
  const isPlaying = useSelector(actor, (s) => s.matches({ view: { past: 'playing' } }))
  return (
    <footer className={css.replay}>
      <button
        type="button"
        aria-label="One step back"
        disabled={at === 0}
        onClick={() => actor.send({ type: 'position.move', by: -1 })}
      >
        ‹
      </button>
      <button
        type="button"
        disabled={count === 0}
        onClick={() => actor.send({ type: isPlaying ? 'replay.pause' : 'replay.play' })}
      >
        {isPlaying ? 'Pause' : 'Play'}
      </button>
      <button
        type="button"
        aria-label="One step forward"
        disabled={at === count}
        onClick={() => actor.send({ type: 'position.move', by: 1 })}
      >
        ›
      </button>
      <input
        type="range"
        aria-label="Moment"
        min={0}
        max={count}
        value={at}
        onChange={({ target }) => actor.send({ type: 'position.set', at: target.valueAsNumber })}
      />
      <output>
        {at} / {count}
      </output>
      <button type="button" aria-pressed={!past} onClick={() => actor.send({ type: 'live.resume' })}>
        Live
      </button>
    </footer>
  )
}
