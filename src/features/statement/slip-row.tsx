import { type Slip, slipReason } from '#contract/slip.ts'
import { toneOf } from '#contract/statement.ts'
import { ButtonOut } from '#src/components/anchor.tsx'
import { Badge } from '#src/components/badge.tsx'
import { Button } from '#src/components/button.tsx'
import { Money } from '#src/components/money.tsx'
import { Unread } from '#src/components/unread.tsx'
import { formatDate } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { serverUrl } from '#src/lib/safe-url.ts'
import css from './slips.module.css'

type Props = {
  slip: Slip | null
  /** True while a slip's picture is loading. */
  isBusy: boolean
  onOpen: (reference: string) => void
}

/**
 * Shows a slip: its amount and time, its status with the reason in brackets, and a button that opens its picture.
 * Source: R136–R137, R178, R496–R507.
 */
export function SlipRow({ slip, isBusy, onOpen }: Props) {
  const { t } = useTexts()
  if (!slip)
    return (
      <li className={css.row}>
        <div>
          <Unread />
        </div>
      </li>
    )
  const { amount, createdAt, status, note, link, reference } = slip
  const tone = toneOf(status)
  const reason = slipReason(note)
  const word = t(`statement.status.${tone}`)
  const url = link ? serverUrl(link) : null
  return (
    <li className={css.row}>
      {amount > 0 ? (
        <Money satang={amount} hideUnit />
      ) : (
        <span className={css.unread}>{t(tone === 'wait' ? 'slip.unread' : 'slip.noAmount')}</span>
      )}
      <time className={css.when} dateTime={createdAt}>
        {formatDate(createdAt)}
      </time>
      <span className={css.state}>
        <Badge tone={tone} text={reason ? `${word} (${t(`slip.reason.${reason}`)})` : word} />
      </span>
      <span className={css.picture}>
        {url ? (
          <ButtonOut href={url} tone="quiet" size="s">
            {t('slip.view')}
          </ButtonOut>
        ) : null}
        {!url && reference ? (
          <Button tone="quiet" size="s" icon="external" aria-disabled={isBusy} onClick={() => onOpen(reference)}>
            {t('slip.view')}
          </Button>
        ) : null}
      </span>
    </li>
  )
}
