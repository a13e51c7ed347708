import type { ReactNode } from 'react'
import { Dialog } from '#src/components/dialog.tsx'
import { useTranslation } from '#src/lib/use-translation.ts'

/** A tab of the deposit dialog without the others. */
export function DepositDialog({ footer, children }: { footer?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('page.deposit')} onClose={() => {}} footer={footer}>
      {children}
    </Dialog>
  )
}
