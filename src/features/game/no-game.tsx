import { useTranslation } from 'react-i18next'
import { Bone } from '#src/components/bone.tsx'
import { Dialog } from '#src/components/dialog.tsx'
import { Empty } from '#src/components/empty.tsx'

/** Stands for a game account that is not known yet, or that there is none of. */
export function NoGame({ isLoading, onClose }: { isLoading: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('page.game')} onClose={onClose}>
      {isLoading ? (
        <div role="status" aria-label={t('state.loading')}>
          <Bone shape="card" />
        </div>
      ) : (
        <Empty icon="slot" tone="plain" title={t('errorMsg.NO_GAME')} />
      )}
    </Dialog>
  )
}
