import { useSelector } from '@xstate/react'
import { memo } from 'react'
import type { ActorRefFrom } from 'xstate'
import { creditOf, isRead, type Slot } from '#contract/wallet.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { Icon } from '#src/components/icon.tsx'
import { Money } from '#src/components/money.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { safeUrl } from '#src/lib/safe-url.ts'
import css from './game-card.module.css'

type Props = {
  code: string
  wallet: ActorRefFrom<typeof walletMachine>
  onOpen: (overlay: { dialog: 'game'; game: string }) => void
}

/**
 * Shows the money in a game account, or invites the player to open an account that is not open yet. On some backends,
 * an account that is not open can still hold money (assumed). Source: R96–R98.
 */
function Account({ slot }: { slot: Slot }) {
  const { t } = useTexts()
  const { format } = useMoney()
  if (slot.isActive)
    return (
      <span className={css.money}>
        <Money satang={slot.amount} size="m" />
        <span className={css.credit}>
          <Icon name="coin" size="xs" />
          {t('home.credit', { amount: format(creditOf(slot)) })}
        </span>
      </span>
    )
  return (
    <>
      <span className={css.mark}>
        <Icon name="lock" size="s" />
      </span>
      <span className={css.money}>
        {slot.amount > 0 ? <Money satang={slot.amount} size="m" /> : <span className="hint">{t('home.closed')}</span>}
        <span className={css.open}>{t('home.open')}</span>
      </span>
    </>
  )
}

/**
 * Shows a game account: its picture, and below it the balance, or a note that the balance cannot be read (assumed,
 * R161). Re-renders only when this account changes. Source: R96–R98.
 */
export const GameCard = memo(function GameCard({ code, wallet, onOpen }: Props) {
  const { t } = useTexts()
  const slot = useSelector(wallet, (s) => s.context.overview?.slots.find((other) => other.code === code))
  if (!slot) return null
  return (
    <button
      type="button"
      className={css.card}
      aria-haspopup="dialog"
      data-state={isRead(slot) ? (slot.isActive ? undefined : 'closed') : 'unread'}
      onClick={() => onOpen({ dialog: 'game', game: code })}
    >
      <img className={css.art} src={safeUrl(slot.background) ?? undefined} alt="" loading="lazy" />
      <img className={css.logo} src={safeUrl(slot.logo) ?? undefined} alt={slot.name} loading="lazy" />
      {isRead(slot) ? (
        <Account slot={slot} />
      ) : (
        <>
          <span className={css.mark}>
            <Icon name="alert" />
          </span>
          <span className={css.money}>
            <span className={css.unread}>
              <NoBreakText text={t('home.unreadBalance')} />
            </span>
          </span>
        </>
      )}
    </button>
  )
})
