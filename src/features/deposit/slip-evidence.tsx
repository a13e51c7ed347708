import { useTranslation } from 'react-i18next'
import type { Slip } from '#contract/slip.ts'
import { toneOf } from '#contract/statement.ts'
import { EvidenceList } from '#src/components/evidence-list.tsx'
import { formatDate } from '#src/lib/format.ts'

/** The newest slips of the member, to find one among them that was not answered. */
export function SlipEvidence({ slips }: { slips: readonly (Slip | null)[] }) {
  const { t } = useTranslation()
  const textOf = (slip: Slip | null) =>
    slip
      ? t('slip.row', { at: formatDate(slip.createdAt), status: t(`statement.status.${toneOf(slip.status)}`) })
      : t('unread.entry')
  const texts = slips.length > 0 ? slips.map(textOf) : [t('slip.noRow')]
  return <EvidenceList title={t('slip.evidence')} texts={texts} advice={t('slip.advice')} />
}
