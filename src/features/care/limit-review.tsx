import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { limitReviewMachine } from '#machines/limit-review.machine.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { Button } from '#src/components/button.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { UnsureAlert } from '#src/components/unsure-alert.tsx'
import { useTexts } from '#src/lib/i18n.ts'

type Props = { actor: ActorRefFrom<typeof limitReviewMachine>; wallet: ActorRefFrom<typeof walletMachine> }

/**
 * Half a year after the member last answered, asks again whether their play and their limits are still right for them.
 * Source: R636.
 */
export function LimitReview({ actor, wallet }: Props) {
  const { t } = useTexts()
  const isDue = useSelector(wallet, (s) => s.context.overview?.limitPrompt === 'review')
  const state = useSelector(actor, (s) => s.value)
  const failure = useSelector(actor, (s) => s.context.failure)
  const leave = () => actor.send({ type: 'review.gotIt' })
  if (!isDue || state === 'confirmed') return null
  return (
    <Note icon="clock">
      <p>
        <NoBreakText text={t('care.prompt.review')} />
      </p>
      <Button
        tone="cool"
        size="s"
        busy={state === 'confirming'}
        busyText={t('care.starting')}
        onClick={() => actor.send({ type: 'review.confirm' })}
      >
        {t('care.prompt.fine')}
      </Button>
      {state === 'refused' && failure ? <RefusedAlert failure={failure} onClose={leave} /> : null}
      {state === 'unsure' ? (
        <UnsureAlert
          text={t('care.prompt.unsure')}
          onCheck={() => actor.send({ type: 'review.check' })}
          onClose={leave}
        />
      ) : null}
    </Note>
  )
}
