import type { ActorRefFrom } from 'xstate'
import type { refundListMachine } from '#machines/refund-list.machine.ts'
import { Money } from '#src/components/money.tsx'
import { PagedRows } from '#src/components/paged-rows.tsx'
import { Table } from '#src/components/table.tsx'
import { Unread } from '#src/components/unread.tsx'
import { formatDate } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'

/** Lists the refunds that the member has received so far. Source: R126, R404. */
export function RefundList({ actor }: { actor: ActorRefFrom<typeof refundListMachine> }) {
  const { t } = useTexts()
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
          rows={rows.map((row, at) => ({
            key: `${row?.createdAt} ${at}`,
            cells: row
              ? [
                  <time key="when" dateTime={row.createdAt}>
                    {formatDate(row.createdAt)}
                  </time>,
                  <Money key="sum" satang={row.refundAmount} hideUnit />,
                ]
              : [<Unread key="unread" />, null],
          }))}
        />
      )}
    </PagedRows>
  )
}
