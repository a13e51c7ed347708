import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { Icon } from '#src/components/icon.tsx'
import { Money } from '#src/components/money.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { UNKNOWN } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './main-wallet.module.css'

type Props = {
  wallet: ActorRefFrom<typeof walletMachine>
  /** True if the backend offers deposit limits. */
  hasLimits: boolean
}

/** Shows the balance that the deposit is added to, and a link to the deposit limits. Source: R630, R631. */
export function MainWallet({ wallet, hasLimits }: Props) {
  const { t } = useTexts()
  const balance = useSelector(wallet, (s) => s.context.overview?.wallet.amount)
  const hasFailed = useSelector(wallet, (s) => s.matches({ overview: 'failed' }))
  const missing = hasFailed ? UNKNOWN : <Skeleton width="m" />
  return (
    <div className={css.wallet}>
      <dl>
        <dt>{t('home.main')}</dt>
        <dd>{balance === undefined ? missing : <Money satang={balance} />}</dd>
      </dl>
      {hasLimits ? (
        <Link to="/user/care" className={css.limits}>
          {t('deposit.limits')}
          <Icon name="chevron-right" size="xs" />
        </Link>
      ) : null}
    </div>
  )
}
