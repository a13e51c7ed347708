import { useSelector } from '@xstate/react'
import css from './context-panel.module.css'
import { differences } from './difference.ts'
import { JsonView } from './json-view.tsx'
import { chosenOf, comparedOf, type ReceiverRef } from './view.ts'
import type { Actor } from './world.ts'

/** Returns the fields of a snapshot that the chart does not show. */
function besideChart({ value: _, children: __, historyValue: ___, tags, context, ...rest }: Record<string, unknown>) {
  const hasTags = Array.isArray(tags) && tags.length > 0
  return { ...(context === undefined ? {} : { context }), ...(hasTags ? { tags } : {}), ...rest }
}

function Comparison({ before, now }: { before: Actor | undefined; now: Actor }) {
  if (!before) return <p className={css.none}>This actor was not there at the compared moment.</p>
  const found = differences(besideChart(before.snapshot), besideChart(now.snapshot))
  if (found.length === 0) return <p className={css.none}>Nothing differs.</p>
  return (
    <dl className={css.differences}>
      {found.map(({ path, before: from, after: to }) => (
        <div key={path}>
          <dt>{path}</dt>
          <dd>
            <del>{from ?? 'nothing'}</del> <ins>{to ?? 'nothing'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows the chosen actor's data, or how it differs from the actor's data at the moment selected for comparison. */
export function ContextPanel({ actor }: { actor: ReceiverRef }) {
  const chosen = useSelector(actor, chosenOf)
  const compared = useSelector(actor, (s) => s.context.compared)
  const before = useSelector(actor, comparedOf)
  return (
    <>
      <div className={css.head}>
        <h2>Context{chosen ? ` of ${chosen.name}` : ''}</h2>
        <button
          type="button"
          aria-pressed={compared !== null}
          onClick={() => actor.send({ type: compared === null ? 'moment.compare' : 'moment.forget' })}
        >
          {compared === null ? 'Compare with this moment' : `Compared with ${compared}`}
        </button>
      </div>
      {chosen && compared === null ? <JsonView data={besideChart(chosen.snapshot)} /> : null}
      {chosen && compared !== null ? <Comparison before={before} now={chosen} /> : null}
    </>
  )
}
