import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import css from './event-log.module.css'
import { JsonView } from './json-view.tsx'
import { type LogRow, positionOf, type ReceiverRef, rowsOf } from './view.ts'

/** The maximum number of rows that are rendered. Older rows can be found with the filter. */
const MOST = 300

type RowProps = {
  row: LogRow
  now: number
  isOpen: boolean
  onToggle: (at: number) => void
  onShow: (at: number) => void
}

function Row({ row, now, isOpen, onToggle, onShow }: RowProps) {
  const { at, kind, time, from, to, text, detail } = row
  return (
    <li data-kind={kind} data-when={at === now ? 'now' : at > now ? 'later' : undefined}>
      <button type="button" className={css.row} aria-expanded={isOpen} onClick={() => onToggle(at)}>
        <time>{time}</time>{' '}
        <span className={css.way}>
          {from ? `${from} → ` : ''}
          {to}
        </span>{' '}
        <span className={css.text}>{text}</span>
      </button>
      {isOpen ? (
        <div className={css.detail}>
          <button type="button" onClick={() => onShow(at)}>
            Show this moment
          </button>
          <JsonView data={detail} />
        </div>
      ) : null}
    </li>
  )
}

/**
 * Returns up to {@link MOST} rows around the selected moment. `earlier` is the number of rows left out before them, and
 * `now` the position of the last row at or before that moment.
 */
function around(rows: readonly LogRow[], position: number) {
  const happened = rows.filter(({ at }) => at <= position).length
  const end = Math.min(rows.length, happened + MOST / 4)
  const begin = Math.max(0, end - MOST)
  return { shown: rows.slice(begin, end), earlier: begin, now: rows[happened - 1]?.at ?? 0 }
}

const isSame = (one: readonly LogRow[], other: readonly LogRow[]) =>
  one.length === other.length && one[0]?.at === other[0]?.at && one.at(-1)?.at === other.at(-1)?.at

/** Lists the messages with their sender, receiver and resulting state. The newest message is at the bottom. */
export function EventLog({ actor }: { actor: ReceiverRef }) {
  const rows = useSelector(actor, rowsOf, isSame)
  const position = useSelector(actor, positionOf)
  const text = useSelector(actor, (s) => s.context.text)
  const isOwn = useSelector(actor, (s) => s.context.isOwn)
  const opened = useSelector(actor, (s) => s.context.opened)
  const { shown, earlier, now } = around(rows, position)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (now) list.current?.querySelector('[data-when="now"]')?.scrollIntoView({ block: 'nearest' })
  }, [now])
  return (
    <>
      <div className={css.head}>
        <h2>Events</h2>
        <input
          type="search"
          aria-label="Filter events"
          placeholder="Filter"
          value={text}
          onChange={({ target }) => actor.send({ type: 'filter.type', text: target.value })}
        />
        <label>
          <input
            type="checkbox"
            checked={isOwn}
            onChange={({ target }) => actor.send({ type: 'filter.own', isOwn: target.checked })}
          />
          this actor
        </label>
      </div>
      <div className={css.scroll}>
        <ol ref={list} className={css.rows}>
          {earlier > 0 ? <li className={css.hidden}>{earlier} earlier ones: filter, or move back</li> : null}
          {shown.map((row) => (
            <Row
              key={row.at}
              row={row}
              now={now}
              isOpen={row.at === opened}
              onToggle={(at) => actor.send({ type: 'entry.toggle', at })}
              onShow={(at) => actor.send({ type: 'position.set', at })}
            />
          ))}
        </ol>
      </div>
    </>
  )
}
