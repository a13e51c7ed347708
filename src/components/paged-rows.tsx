import { useSelector } from '@xstate/react'
import { type ReactNode, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { PagedListMachine } from '#machines/lib/paged-list.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'
import type { IconName } from './icon.tsx'
import css from './paged-rows.module.css'
import { Pager } from './pager.tsx'
import { Skeleton } from './skeleton.tsx'

type Props<T> = {
  actor: ActorRefFrom<PagedListMachine<T>>
  icon: IconName
  /** The texts for an empty list, and for a list that failed to load. */
  texts: { empty: string; emptyLead: string; failed: string }
  /** Renders the rows of the current page. An unreadable row is null. */
  children: (rows: readonly (T | null)[]) => ReactNode
}

/**
 * A paged list. It keeps the previous page visible while the next one loads, and shows whether the list is loading, is
 * empty or failed to load.
 */
export function PagedRows<T>({ actor, icon, texts, children }: Props<T>) {
  const { t } = useTexts()
  const top = useRef<HTMLDivElement>(null)
  const page = useSelector(actor, (s) => s.context.page)
  const rows = useSelector(actor, (s) => s.context.rows)
  const last = useSelector(actor, (s) => s.context.last)
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  const hasFailed = useSelector(actor, (s) => s.matches('failed'))
  if (hasFailed)
    return (
      <Empty
        icon="alert"
        tone="plain"
        title={texts.failed}
        action={<Button onClick={() => actor.send({ type: 'page.retry' })}>{t('action.retry')}</Button>}
      />
    )
  const isEmpty = rows.length === 0
  return (
    <>
      {isEmpty && !isBusy ? <Empty icon={icon} title={texts.empty} text={texts.emptyLead} /> : null}
      {isEmpty && isBusy ? (
        <div className={css.bones} role="status" aria-label={t('state.loading')}>
          {Array.from({ length: 5 }, (_, at) => (
            <Skeleton key={at} shape="row" />
          ))}
        </div>
      ) : null}
      {isEmpty ? null : (
        <div ref={top} className={css.rows} aria-busy={isBusy || undefined}>
          {children(rows)}
        </div>
      )}
      <Pager
        page={page}
        last={last}
        onChoose={(chosen) => {
          actor.send({ type: 'page.choose', page: chosen })
          top.current?.scrollIntoView({ block: 'start' })
        }}
      />
    </>
  )
}
