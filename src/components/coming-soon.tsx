import type { ReactNode } from 'react'
import { useTexts } from '#src/lib/i18n.ts'
import { Empty } from './empty.tsx'

/** Informs the player that something is not available yet. `action` offers a way back. */
export function ComingSoon({ action }: { action?: ReactNode }) {
  const { t } = useTexts()
  return <Empty icon="clock" title={t('soon.title')} text={t('soon.text')} action={action} />
}
