import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#src/components/dialog.tsx'

/** A single tab of the deposit dialog. */
export function DepositDialog({ footer, children }: { footer?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('page.deposit')} onClose={() => {}} footer={footer}>
      {children}
    </Dialog>
  )
}
