import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { inGames } from '#contract/wallet.ts'
import type { bonusMachine } from '#machines/bonus.machine.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { AttemptAlert } from '#src/components/attempt.tsx'
import { Button } from '#src/components/button.tsx'
import { DescriptionList } from '#src/components/description-list.tsx'
import { Money } from '#src/components/money.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { WithoutUnread } from '#src/components/without-unread.tsx'
import { failureText } from '#src/lib/failure-text.ts'
import { useTexts } from '#src/lib/i18n.ts'

type Props = { actor: ActorRefFrom<typeof bonusMachine>; wallet: ActorRefFrom<typeof walletMachine> }

/**
 * Asks for confirmation before a bonus is ended, and shows the money that the member would lose. Reports the outcome of
 * claiming or ending a bonus. Source: R229–R230, R411, R414, R666.
 */
export function BonusAlerts({ actor, wallet }: Props) {
  const { t } = useTexts()
  const state = useSelector(actor, (s) => s.value)
  const isDone = useSelector(actor, (s) => s.hasTag('done'))
  const failure = useSelector(actor, (s) => s.context.failure)
  const message = useSelector(actor, (s) => s.context.message)
  const attempt = useSelector(actor, (s) => s.children.attempt)
  const lost = useSelector(wallet, (s) => s.context.overview && inGames(s.context.overview))
  const takesBack = useSelector(actor, (s) => s.context.reading?.active.takesBack)
  const gotIt = () => actor.send({ type: 'bonus.gotIt' })
  const keep = () => actor.send({ type: 'bonus.keep' })
  if (state === 'confirming')
    return (
      <Alert
        icon="alert"
        tone="bad"
        title={t('bonus.endTitle')}
        text={t('bonus.endBody')}
        actions={
          <>
            <Button onClick={keep}>{t('bonus.keep')}</Button>
            <Button tone="bad" onClick={() => actor.send({ type: 'bonus.confirm' })}>
              {t('bonus.end')}
            </Button>
          </>
        }
        onClose={keep}
      >
        {lost === null ? null : (
          <DescriptionList
            facts={[
              { name: t('home.games'), value: lost },
              ...(takesBack ? [{ name: t('bonus.takesBack'), value: takesBack }] : []),
            ].map(({ name, value }) => ({ name, value: <Money satang={value} />, isNumber: true }))}
          />
        )}
        <WithoutUnread wallet={wallet} />
      </Alert>
    )
  if (attempt) return <AttemptAlert actor={attempt} title={t('page.bonus')} busyText={t('bonus.busy')} />
  if (state === 'refused' && failure) return <RefusedAlert failure={failure} onClose={gotIt} />
  if (isDone)
    return (
      <Alert
        icon="check-circle"
        tone="good"
        title={t(state === 'taken' ? 'bonus.saved' : 'bonus.ended')}
        text={
          state === 'taken'
            ? t('bonus.nowActive')
            : message && failureText(t, { kind: 'refused', code: message, message })
        }
        actions={
          <Button tone="metal" wide onClick={gotIt}>
            {t('action.gotIt')}
          </Button>
        }
        onClose={gotIt}
      />
    )
  return null
}
