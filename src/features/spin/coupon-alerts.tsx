import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { couponsMachine } from '#machines/coupons.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { AttemptAlert } from '#src/components/attempt.tsx'
import { Button } from '#src/components/button.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import '#src/lib/coupon-texts.ts'
import { SpinRefused } from './spin-refused.tsx'

/** Asks for confirmation before a coupon is claimed, and reports the outcome. Source: R240, R416–R417. */
export function CouponAlerts({ actor }: { actor: ActorRefFrom<typeof couponsMachine> }) {
  const { t } = useTexts()
  const state = useSelector(actor, (s) => s.value)
  const hasQuestion = useSelector(actor, (s) => s.hasTag('question'))
  const failure = useSelector(actor, (s) => s.context.failure)
  const label = useSelector(actor, (s) => s.context.pending?.input.label ?? s.context.chosen?.prize.slice.label ?? '')
  const attempt = useSelector(actor, (s) => s.children.attempt)
  const gotIt = () => actor.send({ type: 'claim.gotIt' })
  const leave = () => actor.send({ type: 'claim.leave' })
  if (hasQuestion)
    return (
      <Alert
        icon="bonus"
        title={t('coupon.confirm', { label })}
        text={t('coupon.once')}
        actions={
          <>
            <Button onClick={leave}>{t('action.back')}</Button>
            <Button tone="metal" onClick={() => actor.send({ type: 'claim.confirm' })}>
              {t(state === 'settling' ? 'coupon.claiming' : 'coupon.claim')}
            </Button>
          </>
        }
        onClose={leave}
      />
    )
  if (attempt) return <AttemptAlert actor={attempt} title={t('coupon.mine')} busyText={t('coupon.claiming')} />
  if (state === 'refused' && failure) return <SpinRefused failure={failure} onClose={gotIt} />
  if (state === 'claimed')
    return (
      <Alert
        icon="check-circle"
        tone="good"
        title={t('coupon.done', { label })}
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
