import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { promotionMachine } from '#machines/promotion.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { AttemptAlert } from '#src/components/attempt.tsx'
import { Button } from '#src/components/button.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { PromotionFound } from './promotion-found.tsx'

type Props = { actor: ActorRefFrom<typeof promotionMachine>; notice: string }

/**
 * Shows the promotion found for a code, and the outcome of claiming it. It is rendered even while the form is not
 * shown. Source: R174, R412.
 */
export function PromotionAlerts({ actor, notice }: Props) {
  const { t } = useTexts()
  const state = useSelector(actor, (s) => s.value)
  const failure = useSelector(actor, (s) => s.context.failure)
  const attempt = useSelector(actor, (s) => s.children.attempt)
  const gotIt = () => actor.send({ type: 'promotion.gotIt' })
  if (state === 'found') return <PromotionFound actor={actor} notice={notice} />
  if (attempt) return <AttemptAlert actor={attempt} title={t('promotion.title')} busyText={t('bonus.busy')} />
  if (state === 'refused' && failure) return <RefusedAlert failure={failure} onClose={gotIt} />
  if (state !== 'received') return null
  return (
    <Alert
      icon="check-circle"
      tone="good"
      title={t('bonus.saved')}
      text={t('bonus.nowActive')}
      actions={
        <Button tone="metal" wide onClick={gotIt}>
          {t('action.gotIt')}
        </Button>
      }
      onClose={gotIt}
    />
  )
}
