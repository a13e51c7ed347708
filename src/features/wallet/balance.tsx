import { shallowEqual, useSelector } from '@xstate/react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { plus } from '#contract/money.ts'
import { balanceOf } from '#contract/wallet.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Icon } from '#src/components/icon.tsx'
import { IconButton } from '#src/components/icon-button.tsx'
import { Money } from '#src/components/money.tsx'
import { KeptWords, NoBreakText } from '#src/components/no-break-text.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { WithoutUnread } from '#src/components/without-unread.tsx'
import { formatDate, timeAgo } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './balance.module.css'

type Props = {
  actor: ActorRefFrom<typeof walletMachine>
  onOpen: (overlay: { dialog: 'deposit' | 'withdraw' | 'transfer' }) => void
}

/** Returns the current balance. Until it has loaded, returns the balance known from the last visit, if any. */
const balanceIn = ({ context: { overview, last } }: SnapshotFrom<typeof walletMachine>) =>
  overview ? balanceOf(overview) : last

/**
 * The wallet card: greets the member, shows the total and when it was read, and has three buttons for moving money.
 * Source: R81–R84.
 */
export function Balance({ actor, onOpen }: Props) {
  const { t } = useTexts()
  const name = useSelector(actor, (s) => balanceIn(s)?.name)
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  const isStale = useSelector(actor, (s) => s.matches({ overview: 'stale' }) || s.context.last !== null)
  const syncedAt = useSelector(actor, (s) => s.context.syncedAt)
  const { unit, n } = timeAgo(syncedAt ?? 0, Date.now())
  return (
    <div className={`${css.balance} lit`}>
      <span className={css.clasp} aria-hidden="true" />
      <div className={css.hello}>
        <h2>{t('home.total')}</h2>
        {name ? (
          <p>
            <KeptWords text={t('home.hello', { name })} />
          </p>
        ) : null}
      </div>
      <Amounts actor={actor} />
      <p className={css.fresh}>
        <IconButton
          icon="refresh"
          label={t('home.refresh')}
          busy={isBusy}
          onClick={() => actor.send({ type: 'wallet.refresh' })}
        />
        <span role="status" data-tone={isStale ? 'wait' : undefined}>
          {isStale ? (
            <NoBreakText text={t('home.stale', { ago: unit === 'second' ? t('ago.now') : t(`ago.${unit}`, { n }) })} />
          ) : null}
          {!isStale && syncedAt !== null ? t('home.updated', { time: formatDate(syncedAt) }) : null}
        </span>
      </p>
      <div className={css.actions}>
        <Button tone="metal" icon="deposit" aria-haspopup="dialog" onClick={() => onOpen({ dialog: 'deposit' })}>
          {t('home.deposit')}
        </Button>
        <Button aria-haspopup="dialog" onClick={() => onOpen({ dialog: 'withdraw' })}>
          {t('home.withdraw')}
        </Button>
        <Button aria-haspopup="dialog" onClick={() => onOpen({ dialog: 'transfer' })}>
          {t('home.transfer')}
        </Button>
      </div>
    </div>
  )
}

function Amounts({ actor }: Pick<Props, 'actor'>) {
  const { t } = useTexts()
  const balance = useSelector(actor, balanceIn, shallowEqual)
  const isUnknown = useSelector(actor, (s) => s.matches({ overview: 'failed' }))
  if (!balance)
    return isUnknown ? (
      <p className={css.unknown}>
        <NoBreakText text={t('home.failed')} />
      </p>
    ) : (
      <>
        <div className={css.total} role="status" aria-label={t('state.loading')}>
          <Skeleton shape="amount" width="xl" />
        </div>
        <div className={css.split}>
          <Skeleton shape="head" width="m" />
          <Skeleton shape="head" width="m" />
        </div>
      </>
    )
  return (
    <>
      <div className={css.total}>
        <p>
          <Money satang={plus(balance.main, balance.games)} size="balance" unit="metal" />
        </p>
        <WithoutUnread wallet={actor} />
      </div>
      <dl className={css.split}>
        <div>
          <dt>
            <Icon name="wallet" size="xs" />
            {t('home.main')}
          </dt>
          <dd>
            <Money satang={balance.main} hideUnit />
          </dd>
        </div>
        <div>
          <dt>
            <Icon name="slot" size="xs" />
            {t('home.games')}
          </dt>
          <dd>
            <Money satang={balance.games} hideUnit />
          </dd>
        </div>
      </dl>
    </>
  )
}
