import { useSelector } from '@xstate/react'
import { ActorTree } from './actor-tree.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { ContextPanel } from './context-panel.tsx'
import { EventLog } from './event-log.tsx'
import type { Panel } from './receiver.machine.ts'
import css from './receiver.module.css'
import { ReplayBar } from './replay-bar.tsx'
import { SendEvent } from './send-event.tsx'
import { TopBar } from './top-bar.tsx'
import type { ReceiverRef } from './view.ts'

const PANELS: readonly { panel: Panel; title: string }[] = [
  { panel: 'actors', title: 'Actors' },
  { panel: 'chart', title: 'Chart' },
  { panel: 'log', title: 'Events' },
  { panel: 'context', title: 'Context' },
]

/** The inspector's window. Actors, chart, context and events are side by side; a phone shows one of them at a time. */
export function Receiver({ actor }: { actor: ReceiverRef }) {
  const shown = useSelector(actor, (s) => s.context.panel)
  const show = (panel: Panel) => (panel === shown ? { 'data-shown': true } : {})
  return (
    <div className={css.page}>
      <TopBar actor={actor} />
      <nav className={css.tabs} aria-label="Panels">
        {PANELS.map(({ panel, title }) => (
          <button
            key={panel}
            type="button"
            aria-pressed={panel === shown}
            onClick={() => actor.send({ type: 'panel.choose', panel })}
          >
            {title}
          </button>
        ))}
      </nav>
      <main className={css.panels}>
        <section className={css.actors} aria-label="Actors" {...show('actors')}>
          <ActorTree actor={actor} />
        </section>
        <section className={css.chart} aria-label="Chart" {...show('chart')}>
          <ChartPanel actor={actor} />
          <SendEvent actor={actor} />
        </section>
        <section className={css.context} aria-label="Context" {...show('context')}>
          <ContextPanel actor={actor} />
        </section>
        <section className={css.log} aria-label="Events" {...show('log')}>
          <EventLog actor={actor} />
        </section>
      </main>
      <ReplayBar actor={actor} />
    </div>
  )
}
