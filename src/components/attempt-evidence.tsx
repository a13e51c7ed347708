import type { Evidence, Own } from '#contract/evidence.ts'
import { satang } from '#contract/money.ts'
import { type StatementItem, toneOf } from '#contract/statement.ts'
import { formatDate } from '#src/lib/format.ts'
import { textOr, useTexts } from '#src/lib/i18n.ts'
import { EvidenceList } from './evidence-list.tsx'
import { useMoney } from './use-money.ts'

function useWalletText({ main, change }: Evidence): string {
  const { t } = useTexts()
  const { say } = useMoney()
  if (!change) return t('evidence.main', { amount: say(main) })
  if (change.main === 0) return t('evidence.same')
  return t(change.main < 0 ? 'evidence.less' : 'evidence.more', { amount: say(satang(Math.abs(change.main))) })
}

function useRowText() {
  const { t } = useTexts()
  const { say } = useMoney()
  return (row: StatementItem | null) =>
    row
      ? t('evidence.row', {
          what: textOr(t, `statement.type.${row.statementType}`, row.statementType),
          amount: say(row.amount),
          status: t(`statement.status.${toneOf(row.status)}`),
          at: formatDate(row.createdAt),
        })
      : t('unread.entry')
}

function useOwnText() {
  const { t } = useTexts()
  const { say } = useMoney()
  return (own: Own) => {
    switch (own.of) {
      case 'coupons':
        return t('evidence.own.coupons', { amount: own.count })
      case 'bonus':
        if (!own.isActive) return t('evidence.own.noBonus')
        return own.name === null ? t('evidence.own.someBonus') : t('evidence.own.bonus', { name: own.name })
      case 'game':
        return t(own.isActive ? 'evidence.own.game' : 'evidence.own.noGame')
      case 'account':
        return t('evidence.own.account', { name: own.bankAccountName })
      default:
        return t(`evidence.own.${own.of}`, { amount: say(own.amount) })
    }
  }
}

/** Shows how the wallet, the games and the statement have changed since a request that received no answer. */
export function AttemptEvidence({ evidence }: { evidence: Evidence }) {
  const { t } = useTexts()
  const { say } = useMoney()
  const { change, rows, own, conclusion } = evidence
  const rowText = useRowText()
  const ownText = useOwnText()
  const games = change?.games ?? 0
  const texts = [
    useWalletText(evidence),
    ...(games === 0
      ? []
      : [t(games < 0 ? 'evidence.gamesLess' : 'evidence.gamesMore', { amount: say(satang(Math.abs(games))) })]),
    ...(rows.length === 0 ? [t('evidence.noRow')] : rows.map(rowText)),
    ...(own ? [ownText(own)] : []),
  ]
  return (
    <EvidenceList
      title={t('evidence.title')}
      texts={texts}
      conclusion={t(`evidence.conclusion.${conclusion}`)}
      advice={t(conclusion === 'done' ? 'evidence.enough' : 'evidence.advice')}
    />
  )
}
