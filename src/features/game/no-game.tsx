import { Dialog } from '#src/components/dialog.tsx'
import { Empty } from '#src/components/empty.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useTexts } from '#src/lib/i18n.ts'

/**
 * Shown in place of a game account that is loading, missing or unreadable. `unread` is the number of unreadable game
 * accounts; it is undefined while the wallet is loading.
 */
export function NoGame({ unread, onClose }: { unread: number | undefined; onClose: () => void }) {
  const { t } = useTexts()
  return (
    <Dialog title={t('page.game')} onClose={onClose}>
      {unread === undefined ? (
        <div role="status" aria-label={t('state.loading')}>
          <Skeleton shape="card" />
        </div>
      ) : null}
      {unread === 0 ? <Empty icon="slot" tone="plain" title={t('errorMsg.NO_GAME')} /> : null}
      {unread ? <Empty icon="alert" tone="plain" title={t('home.unreadGame')} text={t('home.unreadLead')} /> : null}
    </Dialog>
  )
}
