import { descriptionOf, type StatementItem, signOf, toneOf } from '#contract/statement.ts'
import { WALLET } from '#contract/transfer.ts'
import { Badge } from '#src/components/badge.tsx'
import type { IconName } from '#src/components/icon.tsx'
import { StatusIcon } from '#src/components/status-icon.tsx'
import { Unread } from '#src/components/unread.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { formatDate } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { languageOf } from '#src/lib/language-of.ts'
import css from './statement.module.css'

const icons = {
  deposit: 'deposit',
  withdraw: 'withdraw',
  transfer: 'transfer',
  bonus: 'bonus',
  finish_bonus: 'check',
} as const satisfies Record<string, IconName>
type Kind = keyof typeof icons
const isKind = (type: string): type is Kind => Object.hasOwn(icons, type)

function Place({ name }: { name: string }) {
  const { t } = useTexts()
  return name === WALLET ? t('home.main') : <span lang={languageOf(name)}>{name}</span>
}

/**
 * Shows a row of the statement: its type, time, amount and status, and either its description or its source and
 * destination. Source: R175–R176, R241–R243, R549–R554.
 */
export function StatementRow({ row }: { row: StatementItem | null }) {
  const { t } = useTexts()
  const { format } = useMoney()
  if (!row)
    return (
      <li className={css.row}>
        <Unread />
      </li>
    )
  const { statementType: type, status, from, to, amount, createdAt } = row
  const tone = toneOf(status)
  const sign = signOf(type)
  const hasArrived = sign === '+' && tone === 'good'
  const description = descriptionOf(row)
  const medal = type === 'bonus' ? 'metal' : 'plain'
  return (
    <li className={css.row}>
      <span className={css.mark}>
        <StatusIcon
          icon={isKind(type) ? icons[type] : 'statement'}
          tone={hasArrived && type === 'deposit' ? 'good' : medal}
        />
      </span>
      <span className={css.what}>
        {isKind(type) ? t(`statement.type.${type}`) : type}
        <span className={css.path}>
          {description ? (
            <span lang={languageOf(description)}>{description}</span>
          ) : (
            <>
              <Place name={from} />
              {' →\u00a0'}
              <Place name={to} />
            </>
          )}
        </span>
      </span>
      <time className={css.when} dateTime={createdAt}>
        {formatDate(createdAt)}
      </time>
      <span className={`${css.sum} number`} data-in={hasArrived || undefined}>
        {tone === 'bad' ? (
          <s>
            {sign}
            {format(amount)}
          </s>
        ) : (
          <>
            {sign}
            {format(amount)}
          </>
        )}
      </span>
      <span className={css.state}>
        <Badge tone={tone} text={t(`statement.status.${tone}`)} />
      </span>
    </li>
  )
}
