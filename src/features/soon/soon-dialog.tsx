import { useTranslation } from 'react-i18next'
import { Dialog } from '#src/components/dialog.tsx'
import { Soon } from '#src/components/soon.tsx'

type Props = { page: 'withdraw' | 'transfer' | 'game'; onClose: () => void }

/** A dialog that comes later, and says so. */
export function SoonDialog({ page, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog title={t(`page.${page}`)} onClose={onClose}>
      <Soon />
    </Dialog>
  )
}
