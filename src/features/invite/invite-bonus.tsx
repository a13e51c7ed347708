import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { satang } from '#contract/money.ts'
import type { inviteBonusMachine } from '#machines/invite-bonus.machine.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { AttemptAlert } from '#src/components/attempt.tsx'
import { Button } from '#src/components/button.tsx'
import { Money } from '#src/components/money.tsx'
import { StatusIcon } from '#src/components/status-icon.tsx'
import { Unread } from '#src/components/unread.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './invite.module.css'

type Props = { actor: ActorRefFrom<typeof inviteBonusMachine>; wallet: ActorRefFrom<typeof walletMachine> }

const useAmount = (wallet: Props['wallet']) => useSelector(wallet, (s) => s.context.overview?.invite.amount)

/**
 * Shows the amount of the invite bonus, and the button that collects it after a confirmation. While the wallet is
 * loading, both are invisible but take up their space, so that nothing below them moves. Source: R85–R86, R160.
 */
export function InviteSum({ actor, wallet }: Props) {
  const { t } = useTexts()
  const amount = useAmount(wallet)
  const isInDoubt = useSelector(actor, (s) => s.context.pending?.isInDoubt === true)
  const hasFailed = useSelector(wallet, (s) => s.matches({ overview: 'failed' }))
  const isLoading = amount === undefined
  if (isLoading && hasFailed) return null
  return (
    <section className={css.bonus} aria-label={t('invite.bonus')} aria-hidden={isLoading} data-loading={isLoading}>
      <StatusIcon icon="gift" />
      <div>
        <p className="hint">{isInDoubt ? t('home.unsettled', { what: t('invite.bonus') }) : t('invite.bonus')}</p>
        {amount === null ? <Unread /> : <Money satang={amount ?? satang(0)} size="m" unit="metal" />}
      </div>
      <Button
        tone="cool"
        size="s"
        aria-haspopup="dialog"
        aria-disabled={(amount ?? 0) <= 0 && !isInDoubt}
        onClick={() => actor.send({ type: 'bonus.collect' })}
      >
        {t(isInDoubt ? 'action.checkAgain' : 'invite.collect')}
      </Button>
    </section>
  )
}

/**
 * Asks for confirmation before the bonus is collected, and reports the outcome. Render it after a dialog, not inside
 * it, because a parent dialog that opens at the same time would cover the alert. Source: R86.
 */
export function InviteBonusAlerts({ actor, wallet }: Props) {
  const { t } = useTexts()
  const { say } = useMoney()
  const amount = useAmount(wallet) ?? satang(0)
  const isAsking = useSelector(actor, (s) => s.matches('confirming'))
  const attempt = useSelector(actor, (s) => s.children.attempt)
  const leave = () => actor.send({ type: 'bonus.leave' })
  if (attempt)
    return <AttemptAlert actor={attempt} title={t('invite.bonus')} busyText={t('invite.collecting')} onLeave={leave} />
  if (!isAsking) return null
  return (
    <Alert
      icon="gift"
      title={t('invite.confirmTitle')}
      text={t('invite.confirmBody', { amount: say(amount) })}
      actions={
        <>
          <Button onClick={leave}>{t('invite.notNow')}</Button>
          <Button tone="metal" onClick={() => actor.send({ type: 'bonus.confirm' })}>
            {t('invite.collect')}
          </Button>
        </>
      }
      onClose={leave}
    />
  )
}
