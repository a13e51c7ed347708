import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { statementMachine } from '#machines/statement.machine.ts'
import { Button } from '#src/components/button.tsx'
import { LayoutHead } from '#src/components/layout.tsx'
import { PageTitle } from '#src/components/page-title.tsx'
import { PagedRows } from '#src/components/paged-rows.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './statement.module.css'
import { StatementRow } from './statement-row.tsx'

type Props = {
  actor: ActorRefFrom<typeof statementMachine>
  onSlips: () => void
  /** The dialog that is open, if any. */
  children: ReactNode
}

/** The page with the member's statement, and a button that opens the slips. Source: R134–R135, R408. */
export function StatementScreen({ actor, onSlips, children }: Props) {
  const { t } = useTexts()
  const { unit } = useMoney()
  return (
    <>
      <PageTitle page="statement" />
      <LayoutHead title={t('page.statement')}>
        <Button tone="cool" size="s" icon="upload" aria-haspopup="dialog" onClick={onSlips}>
          {t('slip.status')}
        </Button>
      </LayoutHead>
      <PagedRows
        actor={actor}
        icon="statement"
        texts={{
          empty: t('statement.empty'),
          emptyLead: t('statement.emptyLead'),
          failed: t('statement.failed'),
        }}
      >
        {(rows) => (
          <div className={css.list}>
            <div className={css.head} aria-hidden="true">
              <span>{t('statement.what')}</span>
              <span>{t('statement.when')}</span>
              <span>{t('statement.state')}</span>
              <span>{t('statement.sum', { unit })}</span>
            </div>
            <ul>
              {rows.map((row, at) => (
                <StatementRow key={`${row?.createdAt} ${at}`} row={row} />
              ))}
            </ul>
          </div>
        )}
      </PagedRows>
      {children}
    </>
  )
}
