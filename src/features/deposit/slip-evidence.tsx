import { type Slip, slipConclusion } from '#contract/slip.ts'
import { toneOf } from '#contract/statement.ts'
import { EvidenceList } from '#src/components/evidence-list.tsx'
import { formatDate } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'

type Props = {
  slips: readonly (Slip | null)[]
  /** When the slip with the unknown outcome was sent, in server time (epoch ms); 0 if that is not known. */
  sentAt: number
}

/**
 * Shows when the slip with the unknown outcome was sent, and the member's newest slips, so that the player can check
 * whether it arrived.
 */
export function SlipEvidence({ slips, sentAt }: Props) {
  const { t } = useTexts()
  const textOf = (slip: Slip | null) =>
    slip
      ? t('slip.row', { at: formatDate(slip.createdAt), status: t(`statement.status.${toneOf(slip.status)}`) })
      : t('unread.entry')
  const conclusion = slipConclusion(slips, sentAt)
  return (
    <EvidenceList
      title={t('evidence.title')}
      texts={[
        ...(sentAt > 0 ? [t('slip.yours', { at: formatDate(sentAt) })] : []),
        ...(slips.length > 0 ? slips.map(textOf) : [t('slip.noRow')]),
      ]}
      conclusion={t(conclusion === 'done' ? 'slip.arrived' : `evidence.conclusion.${conclusion}`)}
      advice={t(conclusion === 'done' ? 'evidence.enough' : 'slip.advice')}
    />
  )
}
