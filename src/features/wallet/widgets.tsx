import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { spinActiveMachine } from '#machines/spin-active.machine.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { Skeleton } from '#src/components/skeleton.tsx'
import { StatusIcon } from '#src/components/status-icon.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './widgets.module.css'

type Props = {
  wallet: ActorRefFrom<typeof walletMachine>
  wheel: ActorRefFrom<typeof spinActiveMachine>
  onOpen: (overlay: { dialog: 'invite' | 'refund' }) => void
}

/**
 * Shows four tiles: the wheel, invitations, bonuses and refunds. The wheel's tile also shows the number of the member's
 * coins. If the site has no wheel, a button that refreshes all balances replaces that tile. Source: R90–R94.
 */
export function Widgets({ wallet, wheel, onOpen }: Props) {
  const { t } = useTexts()
  return (
    <ul className={css.widgets}>
      <li>
        <WheelOrRefresh wallet={wallet} wheel={wheel} />
      </li>
      <li>
        <button
          type="button"
          className={css.widget}
          aria-haspopup="dialog"
          onClick={() => onOpen({ dialog: 'invite' })}
        >
          <StatusIcon icon="invite" tone="cool" />
          {t('home.invite')}
        </button>
      </li>
      <li>
        <Link to="/user/bonus" className={css.widget}>
          <StatusIcon icon="bonus" tone="cool" />
          {t('home.bonus')}
        </Link>
      </li>
      <li>
        <button
          type="button"
          className={css.widget}
          aria-haspopup="dialog"
          onClick={() => onOpen({ dialog: 'refund' })}
        >
          <StatusIcon icon="refund" tone="cool" />
          {t('home.refund')}
        </button>
      </li>
    </ul>
  )
}

/**
 * Shows the link to the wheel if the site has one, otherwise a refresh button. Until the reply arrives, shows a
 * skeleton, so that the player does not press the wrong one.
 */
function WheelOrRefresh({ wallet, wheel }: Omit<Props, 'onOpen'>) {
  const { t } = useTexts()
  const isOn = useSelector(wheel, (s) => s.context.found === true)
  const isAsking = useSelector(wheel, (s) => s.hasTag('busy'))
  const hasFailed = useSelector(wheel, (s) => s.matches('failed'))
  const coins = useSelector(wallet, (s) => s.context.overview?.profile.coin ?? null)
  const isBusy = useSelector(wallet, (s) => s.hasTag('busy'))
  const refresh = () => {
    wallet.send({ type: 'wallet.refresh' })
    if (hasFailed) wheel.send({ type: 'lookup.retry' })
  }
  if (isAsking) return <Skeleton shape="tile" />
  if (isOn)
    return (
      <Link to="/user/spin" className={css.widget}>
        <StatusIcon icon="wheel" tone="cool" />
        {t('home.wheel')}{' '}
        {coins === null ? null : (
          <span className={css.count} data-none={coins === 0 || undefined}>
            <span className="visually-hidden">{t('spin.coins')} </span>
            {coins}
          </span>
        )}
      </Link>
    )
  return (
    <button
      type="button"
      className={css.widget}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : refresh}
    >
      <StatusIcon icon="refresh" tone="cool" />
      {t('home.refreshAll')}
    </button>
  )
}
