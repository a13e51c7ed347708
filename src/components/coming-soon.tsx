import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from './empty.tsx'

/** Says that a part is not available yet; `action` offers a way back. */
export function ComingSoon({ action }: { action?: ReactNode }) {
  const { t } = useTranslation()
  return <Empty icon="clock" title={t('soon.title')} text={t('soon.text')} action={action} />
}
