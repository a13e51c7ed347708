import type { ReactNode } from 'react'
import { useTranslation } from '#src/lib/use-translation.ts'
import { Empty } from './empty.tsx'

/** Says that a part is not available yet; `action` leads back. */
export function ComingSoon({ action }: { action?: ReactNode }) {
  const { t } = useTranslation()
  return <Empty icon="clock" title={t('soon.title')} text={t('soon.text')} action={action} />
}
