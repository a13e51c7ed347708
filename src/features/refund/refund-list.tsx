import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import type { refundListMachine } from '#machines/refund-list.machine.ts'
import { Money } from '#src/components/money.tsx'
import { PagedRows } from '#src/components/paged-rows.tsx'
import { Table } from '#src/components/table.tsx'
import { formatDate } from '#src/lib/format.ts'

/** What was received back so far. Source: R126, R404. */
export function RefundList({ actor }: { actor: ActorRefFrom<typeof refundListMachine> }) {
  const { t } = useTranslation()
  return (
    <PagedRows
      actor={actor}
      icon="refund"
      texts={{ empty: t('refund.empty'), emptyLead: t('refund.emptyLead'), failed: t('refund.listFailed') }}
    >
      {(rows) => (
        <Table
          caption={t('refund.log')}
          heads={[t('statement.when'), t('money.amount')]}
          rows={rows.map(({ refundAmount, createdAt }, at) => ({
            key: `${createdAt} ${at}`,
            cells: [
              <time key="when" dateTime={createdAt}>
                {formatDate(createdAt)}
              </time>,
              <Money key="sum" satang={refundAmount} hideUnit />,
            ],
          }))}
        />
      )}
    </PagedRows>
  )
}
