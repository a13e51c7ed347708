import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { Slot } from '#contract/wallet.ts'
import type { gameAccountMachine } from '#machines/game-account.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { Button } from '#src/components/button.tsx'
import { useTexts } from '#src/lib/i18n.ts'

type Props = { actor: ActorRefFrom<typeof gameAccountMachine> }

/** Asks whether to replace the game's password with a new one. Source: R118. */
export function GameReset({ actor }: Props) {
  const { t } = useTexts()
  const leave = () => actor.send({ type: 'game.leave' })
  return (
    <Alert
      icon="lock"
      title={t('game.resetTitle')}
      text={t('game.resetBody')}
      actions={
        <>
          <Button onClick={leave}>{t('action.back')}</Button>
          <Button tone="bad" onClick={() => actor.send({ type: 'game.confirm' })}>
            {t('game.resetDo')}
          </Button>
        </>
      }
      onClose={leave}
    />
  )
}

/**
 * Reports that the whole balance of the main wallet was moved into the game, with the amount, the source and the
 * destination. Source: R397.
 */
export function GameFilled({ actor, slot }: Props & { slot: Slot }) {
  const { t } = useTexts()
  const moved = useSelector(actor, (s) => s.context.moved ?? undefined)
  const gotIt = () => actor.send({ type: 'game.gotIt' })
  return (
    <Alert
      icon="check-circle"
      tone="good"
      title={t('transfer.done')}
      amount={moved}
      text={`${t('home.main')} → ${slot.name}`}
      actions={
        <Button tone="metal" wide onClick={gotIt}>
          {t('action.gotIt')}
        </Button>
      }
      onClose={gotIt}
    />
  )
}
