import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { withdrawProblem } from '#contract/withdraw.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import type { withdrawMachine } from '#machines/withdraw.machine.ts'
import { AttemptButton, AttemptNote } from '#src/components/attempt.tsx'
import { Button } from '#src/components/button.tsx'
import { ButtonLink } from '#src/components/button-link.tsx'
import { Dialog } from '#src/components/dialog.tsx'
import { Empty } from '#src/components/empty.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { useCurrentBalance } from './use-current-balance.ts'
import { WithdrawConfirm, WithdrawDone } from './withdraw-alerts.tsx'
import { BonusConditions, WithdrawForm } from './withdraw-form.tsx'

type Props = {
  actor: ActorRefFrom<typeof withdrawMachine>
  wallet: ActorRefFrom<typeof walletMachine>
  onClose: () => void
  /** Opens the dialog that transfers money from this game into the main wallet. */
  onBringBack: (game: string) => void
}

/** The dialog for a withdrawal to the member's bank account. Source: R113–R115, R267–R268, R396, R398. */
export function WithdrawDialog({ actor, wallet, onClose, onBringBack }: Props) {
  const { t } = useTexts()
  const { say } = useMoney()
  const state = useSelector(actor, (s) => s.value)
  const failure = useSelector(actor, (s) => s.context.failure)
  const attempt = useSelector(actor, (s) => s.children.attempt)
  const wait = useSelector(actor, (s) => s.context.limits.wait)
  const warning = useSelector(actor, (s) => s.context.warning)
  const balance = useCurrentBalance(wallet)
  const isTooMuch = useSelector(actor, (s) => withdrawProblem(s.context.text, s.context.limits, balance) === 'balance')
  const hasForm = useSelector(actor, (s) => s.hasTag('form'))
  if (state === 'succeeded') return <WithdrawDone actor={actor} wallet={wallet} />
  return (
    <Dialog
      title={t('page.withdraw')}
      onClose={onClose}
      footer={
        state === 'waiting' || state === 'bound' ? (
          <Button tone="metal" wide onClick={onClose}>
            {t('action.gotIt')}
          </Button>
        ) : (
          <AttemptButton
            actor={attempt}
            icon="withdraw"
            type="submit"
            form="withdraw"
            disabled={!hasForm || isTooMuch}
            busyText={t('withdraw.busy')}
          >
            {t('withdraw.submit')}
          </AttemptButton>
        )
      }
    >
      {state === 'loading' ? (
        <div role="status" aria-label={t('state.loading')}>
          <Skeleton shape="row" />
        </div>
      ) : null}
      {state === 'unavailable' ? (
        <Empty
          icon="alert"
          tone="plain"
          title={t('withdraw.failed')}
          action={<Button onClick={() => actor.send({ type: 'withdraw.retry' })}>{t('action.retry')}</Button>}
        />
      ) : null}
      {state === 'waiting' ? (
        <div role="status">
          <Empty icon="clock" tone="plain" title={t('withdraw.waiting')} text={wait} />
        </div>
      ) : null}
      {state === 'bound' && warning ? (
        <>
          <div role="status">
            <Empty
              icon="lock"
              tone="plain"
              title={t('withdraw.waiting')}
              text={t('bonus.remaining', { amount: say(warning.remaining) })}
              action={<ButtonLink to="/user/bonus">{t('page.bonus')}</ButtonLink>}
            />
          </div>
          <BonusConditions warning={warning} />
        </>
      ) : null}
      {hasForm ? (
        <WithdrawForm
          actor={actor}
          wallet={wallet}
          isFixed={Boolean(attempt)}
          isTooMuch={isTooMuch && !attempt}
          onBringBack={onBringBack}
          onSubmit={() => actor.send({ type: 'withdraw.submit', balance })}
        />
      ) : null}
      {attempt ? <AttemptNote actor={attempt} /> : null}
      {state === 'confirming' ? (
        <WithdrawConfirm
          actor={actor}
          wallet={wallet}
          onConfirm={() => actor.send({ type: 'withdraw.confirm', balance })}
        />
      ) : null}
      {state === 'refused' && failure ? (
        <RefusedAlert failure={failure} onClose={() => actor.send({ type: 'withdraw.gotIt' })} />
      ) : null}
    </Dialog>
  )
}
