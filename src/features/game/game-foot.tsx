import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { canPlay } from '#contract/game.ts'
import { satang } from '#contract/money.ts'
import type { Slot } from '#contract/wallet.ts'
import type { gameAccountMachine } from '#machines/game-account.machine.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { AttemptButton } from '#src/components/attempt.tsx'
import { Button } from '#src/components/button.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { useTexts } from '#src/lib/i18n.ts'

type Props = {
  actor: ActorRefFrom<typeof gameAccountMachine>
  wallet: ActorRefFrom<typeof walletMachine>
  slot: Slot
}

const OPERATIONS = ['activating', 'resetting', 'filling'] as const

/**
 * Shows the button for what the player can do next: open the account, or play. If only the main wallet holds money,
 * playing moves all of it into the game first. If the game also holds money, the main button starts the game with that
 * money only, and a second button first moves in everything from the main wallet. Source: R119, R659.
 */
export function GameFoot({ actor, wallet, slot }: Props) {
  const { t } = useTexts()
  const { say } = useMoney()
  const attempt = useSelector(actor, (s) => s.children.attempt)
  const operation = useSelector(actor, (s) => OPERATIONS.find((each) => s.matches(each)))
  const isActive = useSelector(actor, (s) => s.context.isActive)
  const isReady = useSelector(actor, (s) => s.matches('ready'))
  const isEntering = useSelector(actor, (s) => s.matches('entering'))
  const known = useSelector(actor, (s) => s.context.known)
  const balance = useSelector(wallet, (s) => s.context.overview?.wallet.amount ?? satang(0))
  const busyTexts = { activating: t('game.activating'), resetting: t('game.resetting'), filling: t('transfer.busy') }
  const busyText = operation ? busyTexts[operation] : t('game.playing')
  if (!isActive)
    return (
      <AttemptButton
        actor={attempt}
        icon="lock"
        busyText={busyText}
        onClick={() => actor.send({ type: 'game.activate' })}
      >
        {t('game.activate')}
      </AttemptButton>
    )
  if (!attempt && known && !canPlay(slot, known.hasForm)) return null
  const hasBoth = balance > 0 && slot.amount > 0
  const withAll = t('game.playWith', { amount: say(balance) })
  return (
    <>
      <AttemptButton
        actor={attempt}
        icon="play"
        disabled={!isReady && !isEntering}
        busy={isEntering}
        busyText={busyText}
        onClick={() => actor.send({ type: 'game.play', moves: hasBoth ? satang(0) : balance })}
      >
        {hasBoth ? t('game.playWithout') : balance > 0 ? withAll : t('game.play')}
      </AttemptButton>
      {hasBoth && !attempt ? (
        <Button tone="quiet" wide disabled={!isReady} onClick={() => actor.send({ type: 'game.play', moves: balance })}>
          {withAll}
        </Button>
      ) : null}
    </>
  )
}
