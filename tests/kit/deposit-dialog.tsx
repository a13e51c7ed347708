import type { ReactNode } from 'react'
import { Dialog } from '#src/components/dialog.tsx'
import { useTexts } from '#src/lib/i18n.ts'

/** Renders the deposit dialog with a single tab. */
export function DepositDialog({ footer, children }: { footer?: ReactNode; children: ReactNode }) {
  const { t } = useTexts()
  return (
    <Dialog title={t('page.deposit')} onClose={() => {}} footer={footer}>
      {children}
    </Dialog>
  )
}
