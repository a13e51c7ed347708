import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { ActorRefFrom } from 'xstate'
import { NOT_OPENED } from '#contract/game.ts'
import type { Slot } from '#contract/wallet.ts'
import type { gameAccountMachine } from '#machines/game-account.machine.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { AttemptNote } from '#src/components/attempt.tsx'
import { IconButton } from '#src/components/icon-button.tsx'
import { Modal } from '#src/components/modal.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { safeUrl } from '#src/lib/safe-url.ts'
import css from './game.module.css'
import { GameFilled, GameReset } from './game-alerts.tsx'
import { GameBody } from './game-body.tsx'
import { GameFoot } from './game-foot.tsx'

type Props = {
  actor: ActorRefFrom<typeof gameAccountMachine>
  wallet: ActorRefFrom<typeof walletMachine>
  slot: Slot
  onClose: () => void
}

/**
 * The dialog of one game account, with its picture, its money, its credentials, and the play button. Source: R116–R120.
 */
export function GameDialog({ actor, wallet, slot, onClose }: Props) {
  const { t } = useTexts()
  const id = useId()
  const state = useSelector(actor, (s) => s.value)
  const failure = useSelector(actor, (s) => s.context.failure)
  const attempt = useSelector(actor, (s) => s.children.attempt)
  const isFill = useSelector(actor, (s) => s.matches('filling'))
  const art = safeUrl(slot.background) ?? undefined
  return (
    <Modal onClose={onClose} labelledBy={id}>
      <div className={css.hero}>
        <img className={css.back} src={art} alt="" />
        <img className={css.art} src={art} alt="" />
        <h2 id={id}>
          <img className={css.logo} src={safeUrl(slot.logo) ?? undefined} alt={slot.name} />
        </h2>
        <IconButton icon="close" label={t('action.close')} filled onClick={onClose} />
      </div>
      <div className={css.body}>
        <GameBody actor={actor} slot={slot} wallet={wallet} />
        {attempt ? <AttemptNote actor={attempt} text={isFill ? undefined : t('game.unsure')} /> : null}
      </div>
      <div className={css.footer}>
        <GameFoot actor={actor} slot={slot} wallet={wallet} />
      </div>
      {state === 'confirming' ? <GameReset actor={actor} /> : null}
      {state === 'filled' ? <GameFilled actor={actor} slot={slot} /> : null}
      {state === 'refused' && failure ? (
        <RefusedAlert
          failure={failure}
          text={failure.code === NOT_OPENED ? t('game.notOpened') : undefined}
          onClose={() => actor.send({ type: 'game.gotIt' })}
        />
      ) : null}
    </Modal>
  )
}
