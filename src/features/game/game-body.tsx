import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { satang } from '#contract/money.ts'
import { creditOf, type Slot } from '#contract/wallet.ts'
import type { gameAccountMachine } from '#machines/game-account.machine.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { ButtonOut } from '#src/components/anchor.tsx'
import { Button } from '#src/components/button.tsx'
import { Pair } from '#src/components/dialog.tsx'
import { Empty } from '#src/components/empty.tsx'
import { Money } from '#src/components/money.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { failureText } from '#src/lib/failure-text.ts'
import { GAME_HOSTS } from '#src/lib/game-build.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { AppLinks } from './app-links.tsx'
import { Credentials } from './credentials.tsx'
import css from './game.module.css'

/** The amount whose value in the game's credits is shown. */
const UNIT = satang(100)

type Props = {
  actor: ActorRefFrom<typeof gameAccountMachine>
  wallet: ActorRefFrom<typeof walletMachine>
  slot: Slot
}

/**
 * The body of a game's dialog. Until the account is open, shows a note. After that, shows the account's money and
 * credentials, or why the credentials cannot be shown.
 */
export function GameBody({ actor, wallet, slot }: Props) {
  const { t } = useTexts()
  const { say, format } = useMoney()
  const isActive = useSelector(actor, (s) => s.context.isActive)
  const isUnreadable = useSelector(actor, (s) => s.matches('unreadable'))
  const isBarred = useSelector(actor, (s) => s.matches('barred'))
  const isReady = useSelector(actor, (s) => s.matches('ready'))
  const known = useSelector(actor, (s) => s.context.known)
  const failure = useSelector(actor, (s) => s.context.failure)
  const link = useSelector(actor, (s) => s.context.link)
  const balance = useSelector(wallet, (s) => s.context.overview?.wallet.amount ?? 0)
  const hosts = useSelector(wallet, (s) => s.context.settings.gameHosts ?? GAME_HOSTS)
  const hasFailed = isUnreadable || isBarred
  const worth = creditOf({ ...slot, amount: UNIT })
  if (!isActive)
    return (
      <Note icon="lock">
        <p>
          <strong>{t('game.inactive')}</strong>
        </p>
        <p>
          <NoBreakText text={t('game.inactiveLead')} />
        </p>
      </Note>
    )
  return (
    <>
      <dl className={css.money}>
        <div>
          <dt>{t('game.balance')}</dt>
          <dd>
            <Money satang={slot.amount} />
          </dd>
        </div>
        <div>
          <dt>{t('game.credit')}</dt>
          <dd>
            <Money satang={creditOf(slot)} hideUnit />
          </dd>
        </div>
      </dl>
      {slot.ftWalletSlot !== 1 && worth > 0 ? (
        <p className="hint">
          <NoBreakText text={t('game.rate', { money: say(UNIT), credit: format(worth) })} />
        </p>
      ) : null}
      {isBarred && failure ? (
        <Note tone="wait" icon="lock">
          <p>
            <NoBreakText text={failureText(t, failure)} />
          </p>
        </Note>
      ) : null}
      {isUnreadable ? (
        <Empty
          icon="alert"
          tone="plain"
          title={t('game.unreadable')}
          text={failure ? failureText(t, failure) : undefined}
          action={<Button onClick={() => actor.send({ type: 'game.retry' })}>{t('action.retry')}</Button>}
        />
      ) : null}
      {!hasFailed && !known ? (
        <div role="status" aria-label={t('state.loading')}>
          <Skeleton shape="row" />
        </div>
      ) : null}
      {!hasFailed && known ? (
        <Credentials
          code={slot.code}
          known={known}
          isFixed={!isReady}
          onCopy={(what) => actor.send({ type: 'game.copy', what })}
        />
      ) : null}
      {!hasFailed && known ? (
        <Pair>
          <Button icon="transfer" disabled={!isReady || balance <= 0} onClick={() => actor.send({ type: 'game.fill' })}>
            {t('game.fill')}
          </Button>
          <Button icon="lock" disabled={!isReady} onClick={() => actor.send({ type: 'game.reset' })}>
            {t('game.reset')}
          </Button>
        </Pair>
      ) : null}
      {link ? (
        <Note tone="wait" icon="external">
          <p>
            <NoBreakText text={t('game.blocked')} />
          </p>
          <ButtonOut href={link} tone="cool" size="s">
            {t('game.enter')}
          </ButtonOut>
        </Note>
      ) : null}
      <AppLinks slot={slot} hosts={hosts} />
    </>
  )
}
