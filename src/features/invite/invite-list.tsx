import type { ActorRefFrom } from 'xstate'
import type { inviteListMachine } from '#machines/invite-list.machine.ts'
import { Money } from '#src/components/money.tsx'
import { PagedRows } from '#src/components/paged-rows.tsx'
import { Table } from '#src/components/table.tsx'
import { Unread } from '#src/components/unread.tsx'
import { formatDate } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'

/**
 * Lists the friends who registered through the link, and the bonus that each of them brought. Source: R122–R123, R403.
 */
export function InviteList({ actor }: { actor: ActorRefFrom<typeof inviteListMachine> }) {
  const { t } = useTexts()
  return (
    <PagedRows
      actor={actor}
      icon="invite"
      texts={{ empty: t('invite.empty'), emptyLead: t('invite.emptyLead'), failed: t('invite.listFailed') }}
    >
      {(rows) => (
        <Table
          caption={t('invite.friends')}
          heads={[t('invite.friend'), t('money.amount')]}
          rows={rows.map((row, at) => ({
            key: `${row?.createdAt} ${at}`,
            cells: row
              ? [
                  <>
                    {row.from.name}
                    <time className="hint" dateTime={row.createdAt}>
                      {formatDate(row.createdAt)}
                    </time>
                  </>,
                  <Money key="sum" satang={row.amount} hideUnit />,
                ]
              : [<Unread key="unread" />, null],
          }))}
        />
      )}
    </PagedRows>
  )
}
