import type { ReactNode } from 'react'
import { Dialog } from '#src/components/dialog.tsx'
import { useTexts } from '#src/lib/i18n.ts'

/** A single tab of the deposit dialog. */
export function DepositDialog({ footer, children }: { footer?: ReactNode; children: ReactNode }) {
  const { t } = useTexts()
  return (
    <Dialog title={t('page.deposit')} onClose={() => {}} footer={footer}>
      {children}
    </Dialog>
  )
}
